import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { asFailure } from "./call-api.ts";

type Loaded<T> = { key: string | null; value: T | null; failure: string | null };

/**
 * What a call of the API answers, loaded while there is a `key` and again when that changes. `value`: of the key that was last; `null`
 * until it is here. It stays while it is loaded once more. `failure`: why the last load failed, in words. Of several loads at a time
 * only the last one counts. `put` takes what another call has answered, which is newer than a load that is on its way.
 */
export function useLoaded<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>) {
  const [loaded, setLoaded] = useState<Loaded<T>>({ key, value: null, failure: null });
  if (key !== null && key !== loaded.key) setLoaded({ key, value: null, failure: null });
  const running = useRef<AbortController | null>(null);
  const begin = useEffectEvent(load);

  const reload = useCallback(async (): Promise<void> => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setLoaded((before) => ({ ...before, failure: null }));
    try {
      const value = await begin(abort.signal);
      if (!abort.signal.aborted) setLoaded((before) => ({ ...before, value }));
    } catch (error) {
      if (abort.signal.aborted) return;
      const failure = asFailure(error).message;
      setLoaded((before) => ({ ...before, failure }));
    }
  }, []);

  useEffect(() => {
    if (key === null) return;
    void reload();
    return () => running.current?.abort();
  }, [key, reload]);

  const put = useCallback((next: T | ((before: T | null) => T)) => {
    running.current?.abort();
    setLoaded((before) => ({
      ...before,
      value: next instanceof Function ? next(before.value) : next,
      failure: null,
    }));
  }, []);
  return { value: loaded.value, failure: loaded.failure, reload, put };
}
