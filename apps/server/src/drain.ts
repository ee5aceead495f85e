/** Records that the process is shutting down. It is no longer ready, and running replies may continue until their deadline. */
export class Drain {
  started = false
}
