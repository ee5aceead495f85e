import { inject } from '@adonisjs/core'
import { Timers } from '#plugins/contract/timers'
import { uploadedPictureAddress } from '../../api.ts'
import { PictureSettings } from '../../index.ts'
import { pictureAddresses } from '../domain/picture_addresses.ts'

const timeoutMs = 5_000

/**
 * Removes a picture from the CDN, if there is one: `POST {"files": […]}` with all addresses of the picture. Throws unless the CDN confirms
 * it.
 */
@inject()
export class PurgeCopies {
  constructor(
    private readonly settings: PictureSettings,
    private readonly timers: Timers
  ) {}

  async run(hash: string) {
    const { cdn } = this.settings
    if (!cdn) return
    const response = await fetch(cdn.purgeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cdn.token && { authorization: `Bearer ${cdn.token}` }) },
      body: JSON.stringify({
        files: pictureAddresses(uploadedPictureAddress(hash)).map((address) => cdn.origin + address),
      }),
      redirect: 'error',
      signal: this.timers.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The CDN answered ${response.status} to the purge of a picture.`)
  }
}
