/** Set when the process starts to shut down. Readiness turns false immediately; running replies get until their deadline. */
export class Drain {
  started = false
}
