/** Why it does not go on: one sentence that says what to do. */
export class Stop extends Error {
  override readonly name = "Stop";
}
