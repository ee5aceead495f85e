import type { ServerResponse } from 'node:http'
import { CompletionListener } from '../http/completion_listener.ts'

/** Tells a client of `/mcp` how far an answer is. */
export class TalkListener extends CompletionListener {
  #sent = 0

  constructor(
    model: string,
    private readonly client: ServerResponse,
    private readonly progress: (sent: number, piece: string) => void
  ) {
    super(model, client, null)
  }

  override get isFull() {
    return this.client.writableNeedDrain
  }

  override text(piece: string) {
    super.text(piece)
    // Grows even when a lost reply begins again, as the protocol asks.
    this.#sent += piece.length
    this.progress(this.#sent, piece)
  }
}
