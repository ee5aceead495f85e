import { inject } from '@adonisjs/core'
import { Shop } from '../orders/shop.ts'

@inject()
export default class PacksController {
  constructor(private readonly shop: Shop) {}

  handle() {
    return this.shop.packs
  }
}
