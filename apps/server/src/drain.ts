/** Whether this process is on its way out. Readiness turns false at once; what runs gets its deadline. */
export class Drain {
  started = false
}
