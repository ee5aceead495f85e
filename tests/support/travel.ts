/** A response, without following its redirect. */
export interface Stop {
  status: number
  /** The absolute address of the redirect, or null. */
  location: string | null
  text: string
  cookies: string[]
}

/** Follows redirects between sites one step at a time, with the cookies of one site. */
export class Traveller {
  readonly cookies = new Map<string, string>()

  constructor(readonly home: string) {}

  async go(
    address: string,
    { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}
  ): Promise<Stop> {
    const url = new URL(address, this.home)
    const isHome = url.origin === this.home
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(isHome && cookie ? { cookie } : {}), ...headers },
    })
    const lines = isHome ? response.headers.getSetCookie() : []
    for (const line of lines) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value) this.cookies.set(name!, value)
      else this.cookies.delete(name!)
    }
    const location = response.headers.get('location')
    return {
      status: response.status,
      location: location === null ? null : new URL(location, url).href,
      text: await response.text(),
      cookies: lines,
    }
  }

  /** Visits the provider and returns the address that it redirects back to. */
  async outAndBack(address: string): Promise<string> {
    const sent = await this.go(address)
    if (sent.location === null) throw new Error(`${address}: ${sent.status} ${sent.text.slice(0, 500)}`)
    const back = await this.go(sent.location)
    if (back.location === null) throw new Error(`${sent.location}: ${back.status} ${back.text.slice(0, 500)}`)
    return back.location
  }
}
