import { blend, css, lit } from '../craft/colour.ts'
import { disc, line, shape, soft } from '../craft/lines.ts'
import type { Somebody } from '../reading/read_prompt.ts'
import type { Role } from '../reading/vocabulary.ts'
import type { Scene } from '../scenery/scene.ts'

/** The head of a person, with what is worn on it. */
export function head({ dice, palette }: Scene, role: Role, species: Somebody['species'], ink: string): string {
  const skull = disc(0, -184, 13, ink) + shape('M-5-176h10v14h-10z', ink)
  const long = shape(
    soft([
      [-13, -190],
      [0, -199],
      [13, -190],
      [18, -166],
      [16, -132],
      [6, -112],
      [-4, -122],
      [-14, -116],
      [-18, -140],
      [-17, -168],
    ]),
    ink
  )
  const tall = species ? ears(species, ink) : ''
  switch (role) {
    case 'knight':
      return (
        skull +
        shape('M-14-190Q0-210 14-190V-172L6-164H-6L-14-172z', ink) +
        shape(
          soft([
            [0, -201],
            [10, -214],
            [30, -206],
            [40, -180],
            [24, -190],
            [8, -196],
          ]),
          css(blend(palette.accent, palette.near, 0.35))
        ) +
        tall
      )
    case 'viking':
      return (
        skull +
        shape('M-14-186Q0-206 14-186z', ink) +
        line('M-12-192Q-30-196-28-214M12-192Q30-196 28-214', ink, 5) +
        tall
      )
    case 'wizard':
    case 'witch':
      return (role === 'witch' ? long : skull) + shape(soft([[-38, -186], [-16, -192], [-10, -214], [2, -236], [24, -250], [14, -232], [12, -212], [16, -193], [40, -188], [0, -179]]), ink) + tall // prettier-ignore
    case 'samurai':
      return (
        skull +
        shape('M-24-180Q-18-200 0-202Q18-200 24-180L16-184Q0-190-16-184z', ink) +
        line('M-3-200Q-20-210-22-226M3-200Q20-210 22-226', ink, 3.6) +
        tall
      )
    case 'astronaut':
      return (
        disc(0, -188, 21, ink) +
        shape('M-12-196q12-9 24 0v13q-12 8-24 0z', css(blend(palette.accent, palette.near, 0.5)))
      )
    case 'royal':
      return (
        long +
        shape(
          'M-12-194L-15-212L-7-204L0-216L7-204L15-212L12-194z',
          css(lit(blend(palette.accent, palette.light, 0.3), -0.04))
        ) +
        tall
      )
    case 'hooded':
      return (
        shape(
          soft([
            [-9, -166],
            [-18, -178],
            [-14, -198],
            [2, -207],
            [15, -196],
            [17, -178],
            [10, -166],
          ]),
          ink
        ) + tall
      )
    case 'detective':
      return skull + shape('M-25-188Q0-180 25-188Q14-193 13-203Q0-209-13-203Q-14-193-25-188z', ink)
    case 'cowboy':
      return (
        skull +
        shape('M-31-193Q-16-184 0-186Q16-184 31-193Q18-191 13-196L9-210Q0-204-9-210L-13-196Q-18-191-31-193z', ink)
      )
    case 'pirate':
      return skull + shape('M-26-186Q-20-204 0-210Q20-204 26-186Q10-194 0-194Q-10-194-26-186z', ink)
    case 'vampire':
      return skull + shape('M-8-160L-26-188L-20-160L0-150L20-160L26-188L8-160z', ink)
    case 'demon':
      return skull + line('M-9-193Q-24-206-16-224M9-193Q24-206 16-224', ink, 5)
    case 'robot':
      return (
        shape('M-13-200h26v26h-26zM-5-174h10v12h-10z', ink) +
        line('M0-200v-14', ink, 2.4) +
        disc(0, -216, 3.4, css(palette.accent))
      )
    case 'angel':
      return (
        long +
        `<ellipse cx="0" cy="-214" rx="17" ry="4.6" fill="none" stroke="${css(palette.light)}" stroke-width="3"/>`
      )
    case 'woman':
    case 'elf':
    case 'dancer':
      return (dice.chance(0.7) ? long : skull + disc(0, -202, 8, ink)) + tall
    default:
      return skull + shape('M-13-184Q-16-202 0-201Q16-202 13-184Q8-194-13-184z', ink) + tall
  }
}

const ears = (species: NonNullable<Somebody['species']>, ink: string): string => {
  if (species === 'rabbit') return shape('M-12-192Q-24-240-8-236Q0-220-3-196zM12-192Q24-240 8-236Q0-220 3-196z', ink)
  if (species === 'deer' || species === 'unicorn')
    return line('M-7-196Q-18-214-14-236M-13-216L-26-228M7-196Q18-214 14-236M13-216L26-228', ink, 3)
  const tail =
    species === 'fox' || species === 'wolf' || species === 'cat'
      ? shape(
          soft([
            [8, -84],
            [34, -70],
            [60, -84],
            [70, -116],
            [80, -84],
            [66, -50],
            [30, -52],
          ]),
          ink
        )
      : ''
  return shape('M-14-186L-17-214L-2-198zM14-186L17-214L2-198z', ink) + tail
}
