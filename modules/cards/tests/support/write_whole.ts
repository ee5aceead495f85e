import { buffer } from 'node:stream/consumers'
import { encodePng, insertCards } from '../../formats/files/png/write_card_png.ts'
import { streamCharX, type CharXEntry } from '../../formats/files/zip/write_charx.ts'

export const writeCardPng = async (picture: Uint8Array, cards: { chara: Uint8Array; ccv3: Uint8Array }) =>
  insertCards(await encodePng(picture), cards)

export const writeCharX = (card: Uint8Array, entries: readonly CharXEntry[]) => buffer(streamCharX(card, entries))
