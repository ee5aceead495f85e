import { machineShareOf } from './report.mjs'

const shareMax = 0.6
const step = 10
const bounds = { least: 20, most: 200 }
const probesMax = 4

/**
 * Finds the largest number of paced chats at which a round with the floor takes at most 60 % of the machine: floor, PostgreSQL, load driver
 * and model, of all cores. `play(chats)` plays a short round. Without /proc it is the largest number.
 */
export async function calibrate(play) {
  let fits = bounds.least
  let exceeds = bounds.most + step
  let chats = 100
  for (let probe = 0; probe < probesMax && exceeds - fits > step; probe++) {
    const share = machineShareOf(await play(chats))
    if (share === null) return bounds.most
    console.log(`calibrating: ${chats} chats with the floor take ${Math.round(share * 100)} % of the machine`)
    if (share <= shareMax) fits = chats
    else exceeds = chats
    // CPU grows with the number of chats, though a little slower.
    const guess = Math.floor((chats * shareMax) / share / step) * step
    chats = Math.min(exceeds - step, Math.max(fits + step, guess))
  }
  return fits
}
