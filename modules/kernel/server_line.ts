import { GuardedClient, type GuardedClientConfig } from './database_clients.ts'

/** One connection for questions about a server, beside the pools, which may be busy. Reconnects with the next question. */
export class ServerLine {
  #client: Promise<GuardedClient> | null = null

  constructor(private readonly config: GuardedClientConfig) {}

  async ask<Row>(text: string, deadlineMs: number): Promise<Row> {
    const opened = (this.#client ??= this.#open(deadlineMs))
    try {
      return (await (await opened).query({ text, deadlineMs })).rows[0]
    } catch (error) {
      if (this.#client === opened) await this.close()
      throw error
    }
  }

  async #open(deadlineMs: number): Promise<GuardedClient> {
    const client = new GuardedClient({ ...this.config, connectionTimeoutMillis: deadlineMs })
    // The next question fails.
    client.on('error', () => {})
    await client.connect()
    return client
  }

  async close() {
    const client = await this.#client?.catch(() => null)
    this.#client = null
    client?.destroy()
  }
}
