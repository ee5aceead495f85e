import { createHmac } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { networkOf } from '#modules/accounts/index'
import { Limiters, RateLimit } from '#modules/kernel/rate_limit'

/** The settings in `config/demo.ts`. */
export abstract class DemoSettings {
  abstract readonly isOn: boolean
  /** The id of the tier that answers visitors. */
  abstract readonly tier: string
  /** The daily limit of one network. */
  abstract readonly repliesPerNetwork: number
  /** The daily limit of all visitors together. */
  abstract readonly repliesPerDay: number
  /** HMAC key for network addresses. */
  abstract readonly networkKey: string
}

const all = 'all'

/** The replies of a network and day that are not counted because the provider failed. They may cost the operator a prompt. */
const failuresMax = 20

/** Limits the demo replies per network (IPv4 /24, IPv6 /48) and in total. A day begins with the first reply. */
@inject()
export class DemoLimits {
  readonly #perNetwork: RateLimit
  readonly #inAll: RateLimit
  readonly #failures: RateLimit
  readonly #networkKey: string

  constructor(limiters: Limiters, { repliesPerNetwork, repliesPerDay, networkKey }: DemoSettings) {
    const perDay = (name: string, requests: number) => new RateLimit(limiters, name, requests, '1 day')
    this.#perNetwork = perDay('demo:network', repliesPerNetwork)
    this.#inAll = perDay('demo', repliesPerDay)
    this.#failures = perDay('demo:failed', failuresMax)
    this.#networkKey = networkKey
  }

  /** Counts a reply and returns null. At a limit, counts nothing and returns the seconds until the next reply. */
  async count(address: string): Promise<number | null> {
    const network = this.#hashed(address)
    const networkWait = await this.#perNetwork.count(network)
    const wait = networkWait ?? (await this.#inAll.count(all))
    if (wait === null) return null
    await this.#perNetwork.uncount(network)
    if (networkWait === null) await this.#inAll.uncount(all)
    return wait
  }

  /** Undoes the count of a reply that the provider failed, unless that has happened too often. */
  async uncount(address: string): Promise<void> {
    const network = this.#hashed(address)
    if ((await this.#failures.count(network)) !== null) return
    await this.#perNetwork.uncount(network)
    await this.#inAll.uncount(all)
  }

  #hashed(address: string): string {
    return createHmac('sha256', this.#networkKey)
      .update(networkOf(address, { ipv4Bytes: 3, ipv6Groups: 3 }))
      .digest('base64url')
  }
}
