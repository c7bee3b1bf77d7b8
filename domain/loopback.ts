const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/u;

/** Whether a host name or an address belongs to this machine alone. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
