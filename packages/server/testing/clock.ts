import type { Clock } from '../src/core/clock.ts';

/** A clock that a test sets by hand: the wall clock may step either way, the monotonic one only advances. */
export class TestClock implements Clock {
  #wall = Date.UTC(2026, 0, 1);
  #passed = 0;

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#passed;
  }

  /** Time passes on both clocks. */
  pass(milliseconds: number): void {
    this.#wall += milliseconds;
    this.#passed += milliseconds;
  }

  /** Sets the wall clock, forwards or back. */
  step(milliseconds: number): void {
    this.#wall += milliseconds;
  }
}
