import { closeToHome } from './close_to_home.ts'
import type { DrawnCharacter } from './drawn_character.ts'
import { farOut } from './far_out.ts'
import { oldMagic } from './old_magic.ts'
import { unquiet } from './unquiet.ts'
import { warmRooms } from './warm_rooms.ts'

/** One of each room and then the next of each, so that the newest in a gallery are not ten of a kind. */
const rooms = [closeToHome, oldMagic, farOut, unquiet, warmRooms]

/**
 * The fifty an admin may add. They keep to the product's own content rules; a test holds them to it, and to beginning each
 * in its own way.
 */
export const fifty: readonly DrawnCharacter[] = closeToHome.flatMap((_, index) => rooms.map((room) => room[index]!))
