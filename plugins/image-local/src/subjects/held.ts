import { blend, css, lit } from '../craft/colour.ts'
import { disc, line, shape, type Point } from '../craft/lines.ts'
import type { Role } from '../reading/vocabulary.ts'
import type { Scene } from '../scenery/scene.ts'

/** Over whoever walks in the rain. */
function umbrella({ palette }: Scene, ink: string): string {
  const [top, shade] = [css(blend(palette.accent, palette.near, 0.12)), css(blend(palette.accent, palette.near, 0.45))]
  return (
    line('M22-110L14-236', ink, 3) + shape('M-58-206Q-50-262 14-268Q78-262 86-206Q68-216 50-206Q32-216 14-206Q-4-216-22-206Q-40-216-58-206z', top) +
    shape('M50-206Q46-250 14-268Q78-262 86-206Q68-216 50-206z', shade) + line('M14-268v-12', ink, 3)
  ) // prettier-ignore
}

const caughtInRain = new Set<Role>(['woman', 'man', 'person', 'couple', 'detective', 'dancer'])

/** What they carry. */
export function held(scene: Scene, role: Role, ink: string): string {
  const { palette, plate, dice, reading } = scene
  if (reading.weather.has('rain') && caughtInRain.has(role)) return umbrella(scene, ink)
  const steel = css(blend(palette.far, palette.light, 0.3))
  if (role === 'knight' || role === 'viking')
    return line('M-36-98L-58 2', steel, 4) + line('M-46-100L-26-92', ink, 4) + disc(-33, -106, 3.4, ink)
  if (role === 'samurai') return line('M-40-98Q-66-66-86-26', steel, 3.4) + line('M26-150L46-80', ink, 4)
  if (role === 'wizard' || role === 'witch') {
    const tip: Point = role === 'wizard' ? [50, -196] : [56, -150]
    return (
      line(`M44 2L${tip[0]} ${tip[1] + 8}`, ink, 4) +
      plate.glow(tip[0], tip[1], 62, palette.accent, 0.9) +
      disc(tip[0], tip[1], 7, css(lit(palette.accent, 0.1)))
    )
  }
  if (role === 'hooded' || role === 'elf') {
    if (role === 'elf' && dice.chance(0.5))
      return (
        `<path d="M40-170Q70-110 44-44" fill="none" stroke="${ink}" stroke-width="4"/>` + line('M40-170L44-44', ink, 1)
      )
    return (
      line('M34-104L46-100V-84', ink, 2.6) +
      plate.glow(46, -74, 70, palette.accent, 0.95) +
      shape('M40-84h12l3 18h-18z', css(lit(palette.accent, 0.12)))
    )
  }
  return role === 'pirate' ? line('M34-96Q60-76 74-40', steel, 3.6) : ''
}
