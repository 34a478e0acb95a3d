/**
 * Requests sent to each service before any time is taken: a service runs for months, so what its compiler does in the first
 * seconds is not the row's. The same for ours, the peer's and the limit's.
 */
export const WARM_UP_REQUESTS = 20_000;
