/** The receiving end of a stream. */
export interface StreamListener {
  /** Never throws. Drops the frame when the client is gone. */
  write(frame: string): void
  /** Writes the last frame, if there is one, and ends the stream. Both are sent in one write. */
  end(lastFrame?: string): void
  /** Whether the client reads too slowly to be sent more. */
  readonly isFull: boolean
  /** Whether the client has disconnected, or the stream has ended. */
  readonly isGone: boolean
  /** Calls back once, or immediately if the listener is gone already. */
  onGone(callback: () => void): void
}
