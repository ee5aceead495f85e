/** Injected so that tests can set the time. Times that must agree between processes come from the database's clock. */
export abstract class Clock {
  abstract now(): Date
}

export class SystemClock extends Clock {
  now() {
    return new Date()
  }
}
