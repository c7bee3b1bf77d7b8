/**
 * The signal of all requests that run in the background, such as those of jobs. It aborts as soon as the person goes on: their
 * reply comes first. A job that was aborted is run again when no reply is being written.
 */
export class BackgroundSignal {
  /** `null`: nothing has been started since the last abort. */
  #controller: AbortController | null = null;

  /** The signal for a request that begins now. */
  find(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  abort(): void {
    this.#controller?.abort();
    this.#controller = null;
  }
}
