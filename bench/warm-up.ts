/**
 * Requests sent to each service before timing starts. A service runs for months, so what its compiler does in the first
 * seconds is not measured. Ours, the peer's and the limit's get the same.
 */
export const WARM_UP_REQUESTS = 20_000;
