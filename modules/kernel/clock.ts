/** The time, injected so that tests can choose it. What must agree between processes uses the database's clock instead. */
export abstract class Clock {
  abstract now(): Date
}

export class SystemClock extends Clock {
  now() {
    return new Date()
  }
}
