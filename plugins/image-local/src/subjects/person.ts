import { blend, css, lit } from '../craft/colour.ts'
import { disc, line, n, shape, soft, straight, type Point } from '../craft/lines.ts'
import type { Somebody } from '../reading/read_prompt.ts'
import type { Role } from '../reading/vocabulary.ts'
import { head } from './head.ts'
import { held } from './held.ts'
import type { Scene } from '../scenery/scene.ts'

type Cut = 'cloak' | 'dress' | 'coat' | 'armour' | 'robe' | 'suit' | 'plain' | 'bulky'

const cuts: Record<Role, readonly Cut[]> = {
  knight: ['armour'],
  wizard: ['robe'],
  witch: ['dress', 'cloak'],
  samurai: ['robe'],
  astronaut: ['bulky'],
  royal: ['dress', 'cloak'],
  hooded: ['cloak'],
  elf: ['cloak', 'dress'],
  angel: ['dress'],
  demon: ['cloak', 'armour'],
  vampire: ['cloak'],
  robot: ['armour'],
  pirate: ['coat'],
  detective: ['coat'],
  viking: ['armour'],
  cowboy: ['coat'],
  dancer: ['dress'],
  woman: ['dress', 'dress', 'coat'],
  man: ['coat', 'plain'],
  person: ['coat', 'plain', 'cloak'],
  couple: ['coat'],
}

/** Somebody from behind, 200 tall, standing at the origin, looking at what we look at. In one colour and its shades. */
export function person(scene: Scene, { role: given, species }: Somebody, ink: string): string {
  const { dice, palette } = scene
  const role = given ?? 'person'
  const cut = dice.pick(cuts[role])
  const fold = css(blend(palette.near, palette.far, 0.35))
  const back = role === 'angel' ? wings(ink, 0.9, true) : role === 'demon' ? wings(ink, 0.8, false) : ''
  const cape = role === 'knight' || role === 'royal' || role === 'viking' ? shape(soft([[-15, -168], [15, -168], [24, -110], [46, -40], [60, -16], [34, -22], [14, -10], [-10, -16], [-30, -6], [-26, -60], [-20, -120]]), css(blend(palette.horizon, palette.near, 0.52))) : '' // prettier-ignore
  const drape = cape && line('M-6-152Q-14-90-18-18M4-152Q8-90 4-16M10-152Q26-90 44-26', fold, 2, 'opacity=".8"')
  if (role === 'robot') return robot(scene, ink)
  return (
    back + held(scene, role, ink) + body(cut, ink) + folds(cut, fold) + cape + drape + head(scene, role, species, ink)
  )
}

function body(cut: Cut, ink: string): string {
  const legs = shape('M-17-92L-21-46L-20-8L-28-1L-8 0L-7-44L0-84L8-44L10 0L30-1L22-8L22-46L18-92z', ink)
  switch (cut) {
    case 'cloak':
      return shape(soft([[-9, -170], [-24, -160], [-29, -120], [-36, -60], [-48, -4], [-20, 2], [10, -2], [34, 3], [62, -14], [46, -50], [34, -110], [25, -160], [9, -170]]), ink) // prettier-ignore
    case 'dress':
      return shape(soft([[-7, -168], [-19, -160], [-16, -140], [-11, -118], [-18, -94], [-34, -46], [-46, 0], [-16, 3], [16, 1], [50, 2], [40, -46], [20, -94], [11, -118], [16, -140], [19, -160], [7, -168]]), ink) + line('M-18-158Q-28-126-21-96M18-158Q29-126 23-98', ink, 7) // prettier-ignore
    case 'robe':
      return shape(soft([[-9, -170], [-26, -160], [-46, -104], [-36, -96], [-22, -112], [-28, -50], [-40, 0], [0, 3], [42, 0], [30, -50], [22, -112], [38, -92], [50, -100], [26, -160], [9, -170]]), ink) // prettier-ignore
    case 'coat':
      return legs + shape(soft([[-9, -170], [-26, -161], [-33, -112], [-30, -84], [-24, -88], [-27, -54], [-33, -34], [0, -40], [37, -32], [29, -56], [24, -88], [30, -84], [33, -112], [26, -161], [9, -170]]), ink) // prettier-ignore
    case 'armour':
      return legs + shape(straight([[-10, -170], [-27, -164], [-38, -150], [-36, -134], [-39, -100], [-31, -92], [-25, -118], [-20, -104], [-24, -74], [24, -74], [20, -104], [25, -118], [31, -92], [39, -100], [36, -134], [38, -150], [27, -164], [10, -170]]), ink) + disc(-29, -152, 12, ink) + disc(29, -152, 12, ink) // prettier-ignore
    case 'bulky':
      return shape('M-22-96L-26-46L-30-4L-6-2L-3-46L3-46L8-2L32-4L26-46L22-96z', ink) + shape(soft([[-10, -172], [-34, -160], [-46, -104], [-38, -88], [-28, -110], [-26, -76], [26, -76], [28, -110], [38, -88], [46, -104], [34, -160], [10, -172]]), ink) + shape('M-24-164q24-10 48 0v58q-24 8-48 0z', ink) // prettier-ignore
    default:
      return legs + shape(soft([[-9, -170], [-24, -162], [-32, -114], [-28, -88], [-21, -116], [-19, -84], [19, -84], [21, -116], [28, -88], [32, -114], [24, -162], [9, -170]]), ink) // prettier-ignore
  }
}

const folds = (cut: Cut, ink: string): string => {
  const lines: Partial<Record<Cut, string>> = {
    cloak: 'M-8-150Q-16-80-26-8M4-150Q8-80 8-6M14-150Q26-80 42-14',
    dress: 'M-6-112Q-18-60-26-4M4-112Q6-60 4-4M9-112Q24-60 34-4',
    robe: 'M-6-150Q-10-70-18-4M8-150Q12-70 18-4',
    coat: 'M0-160V-46',
    bulky: 'M-16-160v46M16-160v46',
  }
  return lines[cut] ? line(lines[cut], ink, 1.6, 'opacity=".7"') : ''
}

function wings(ink: string, scale: number, isFeathered: boolean): string {
  const half: Point[] = isFeathered
    ? [[0, -146], [-26, -186], [-66, -212], [-108, -208], [-128, -180], [-126, -146], [-136, -104], [-116, -122], [-118, -80], [-98, -106], [-94, -62], [-76, -96], [-66, -58], [-52, -94], [-34, -74], [-6, -116]] // prettier-ignore
    : [[0, -150], [-30, -190], [-70, -226], [-74, -206], [-112, -186], [-92, -168], [-100, -138], [-70, -146], [-62, -110], [-38, -134], [-20, -104], [-4, -128]] // prettier-ignore
  const d = isFeathered ? soft(half) : straight(half)
  return `<g transform="translate(0 ${n(-150 * (1 - scale))}) scale(${scale})">${shape(d, ink)}<g transform="scale(-1 1)">${shape(d, ink)}</g></g>`
}

function robot({ palette, plate }: Scene, ink: string): string {
  const bright = css(lit(blend(palette.accent, palette.light, 0.3), 0.04))
  const seam = css(blend(palette.near, palette.far, 0.5))
  const side = (s: 1 | -1) =>
    `<g transform="scale(${s} 1)">` +
    disc(42, -148, 19, ink) + shape('M34-140L58-136L54-98L40-98zM38-94H58L60-62L50-52L40-60z', ink) +
    shape('M6-84H28L32-50H8zM10-46H32L38-8L46 0H6z', ink) + line('M38-96H57M9-48H32', seam, 2.4) + '</g>' // prettier-ignore
  return (
    side(1) + side(-1) + shape('M-36-160Q0-172 36-160L28-104L20-84H-20L-28-104z', ink) + shape('M-20-176Q-22-208 0-210Q22-208 20-176Q0-168-20-176z', ink) +
    line('M14-206L22-228', ink, 3) + disc(22, -230, 3.4, bright) + shape('M-14-194H14V-187H-14z', bright) + plate.glow(0, -190, 40, palette.accent, 0.7) +
    plate.glow(0, -134, 44, palette.accent, 0.8) + disc(0, -134, 8, bright) + line('M-28-106Q0-98 28-106M-24-152H-12M12-152H24', seam, 2)
  ) // prettier-ignore
}
