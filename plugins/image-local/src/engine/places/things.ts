import { hex, lighter, mix, type Colour } from '../colour.ts'
import { n } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import type { SingleThing, Thing, ThingRow } from '../traits.ts'
import type { Place } from './place.ts'

/** The tones of things in a place, for their dark side, their lit side and their own light. */
interface Tones {
  dark: string
  mid: string
  lit: string
  glow: string
  of(colour: Colour, share?: number): string
}

/** A thing about 100 units high. `y` is the position of its origin, as a share of the picture's height. */
interface Single {
  y: number
  draw(tones: Tones): string
}
/** Things in a row across the picture, `step` units apart. */
interface Row {
  y: number
  step: number
  draw(tones: Tones, at: number): string
  /** Draws the part that runs along the whole row. */
  line?(tones: Tones, width: number): string
}

const pole = (tones: Tones, d: string, width = 5) => stroke(d, tones.dark, width)
const oneOf = (at: number, ...colours: Colour[]): Colour => colours[at % colours.length]!
const ruby: Colour = [0.55, 0.19, 22]
const sun: Colour = [0.8, 0.14, 82]
const sea: Colour = [0.55, 0.12, 240]
const leaf: Colour = [0.52, 0.13, 148]
const clay: Colour = [0.58, 0.12, 45]
const cream: Colour = [0.9, 0.03, 85]

const singles: Record<SingleThing, Single> = {
  telescope: {
    y: 0.62,
    draw: (t) =>
      pole(t, 'M0 0L-34 130M0 0L34 130M0 0V130', 7) +
      `<g transform="rotate(-38)">${path('M-30-14H70V14H-30z', t.mid)}${path('M64-20H118V20H64z', t.dark)}${path('M-30-14H70V-4H-30z', t.lit)}</g>`,
  },
  painting: {
    y: 0.2,
    draw: (t) =>
      path('M-62-56H62V96H-62z', t.of([0.72, 0.12, 82])) +
      path('M-48-42H48V82H-48z', t.of([0.34, 0.06, 40])) +
      circle(4, 4, 24, t.of([0.74, 0.08, 55])) +
      path('M-38 82Q-34 36 4 32Q42 36 42 82z', t.of([0.3, 0.08, 280])) +
      path('M-22 0Q-20-30 6-28Q34-24 28 4Q20-14 0-12Q-16-10-22 0z', t.of(cream)),
  },
  frames: {
    y: 0.18,
    draw: (t) =>
      path('M-50-40H-4V22H-50zM12-50H54V0H12zM10 14H50V70H10zM-44 36H-6V76H-44z', t.of([0.7, 0.11, 80])) +
      path('M-43-33H-11V15H-43zM19-43H47V-7H19zM17 21H43V63H17zM-38 42H-12V70H-38z', t.dark),
  },
  hive: {
    y: 0.6,
    draw: (t) =>
      path('M-44 90V-10H44V90z', t.of(sun, 0.5)) +
      path('M-44 22H44V28H-44zM-44 56H44V62H-44z', t.dark) +
      path('M-52-10H52L44-26H-44z', t.mid) +
      path('M-16 78H16V86H-16z', t.dark) +
      stroke('M-70-30h0M-40-60h0M20-70h0M66-20h0M-80 30h0M74 44h0M56-54h0', t.glow, 7),
  },
  cactus: {
    y: 0.5,
    draw: (t) =>
      stroke('M0 140V-50M0 60H-40V0M0 30H38V-30', t.mid, 26) + stroke('M-6 140V-46M-6 64H-42', t.lit, 5, 0.6),
  },
  camel: {
    y: 0.5,
    draw: (t) =>
      path(
        'M-70 150L-66 60Q-60 20-30 26Q-10-30 14 26Q40 22 46 40Q60 34 62-20Q60-44 76-46L104-36Q108-26 96-24L80-20Q86 30 66 66L62 150H48L44 84H-40L-50 150z',
        t.mid
      ) +
      path('M-30 26Q-10-30 14 26L8 56H-26z', t.of(ruby, 0.4)) +
      path('M66-46L92-52L88-60L74-60z', t.of(sun, 0.4)) +
      circle(84, -36, 2.5, t.dark),
  },
  bicycle: {
    y: 0.7,
    draw: (t) =>
      `<g fill="none" stroke="${t.dark}" stroke-width="5"><circle cx="-42" cy="30" r="34"/><circle cx="46" cy="30" r="34"/><path d="M-42 30L-14-18H34L46 30M-14-18L4 30H-42M34-18L4 30M28-34L38-34M34-18L30-36M-22-24H-6"/></g>`,
  },
  bell: {
    y: 0.14,
    draw: (t) =>
      pole(t, 'M-60-70V40M60-70V40M-70-40H70', 9) +
      path('M-8-40H8Q34-34 34 10L46 30H-46L-34 10Q-34-34-8-40z', t.of(sun, 0.4)) +
      circle(0, 34, 9, t.dark),
  },
  giant: {
    y: 0.2,
    draw: (t) =>
      path('M-90 320L-100 100L-56 60H56L100 100L90 320z', t.mid) +
      path('M-46 60V0L-60-20L-40-78L0-92L40-78L60-20L46 0V60z', t.lit) +
      path('M-44-30H44L36-10H-36z', t.dark) +
      stroke('M-26-20H-8M8-20H26', t.glow, 8) +
      path('M-8-92L0-150L8-92zM-60-20L-90-70L-52-50zM60-20L90-70L52-50z', t.of(ruby, 0.3)) +
      stroke('M0 70V320M-70 130H-20M20 130H70M-60 180H60', t.dark, 5, 0.7),
  },
  dish: {
    y: 0.56,
    draw: (t) =>
      pole(t, 'M0 20L-28 120M0 20L28 120M-20 80H20', 6) +
      `<g transform="rotate(-24)">${path('M-62-10Q0 60 62-10Q0 6-62-10z', t.mid)}${`<ellipse cx="0" cy="-10" rx="62" ry="14" fill="${t.lit}"/>`}${stroke('M0-10V-50', t.dark, 4)}${circle(0, -54, 6, t.glow)}</g>`,
  },
  orangeTree: {
    y: 0.5,
    draw: (t) =>
      pole(t, 'M0 150V20M0 60L-26 20M0 70L28 24', 11) +
      [
        [-30, 0, 40],
        [26, -6, 42],
        [0, -36, 44],
        [-8, 10, 36],
      ]
        .map(([x, y, r]) => circle(x!, y!, r!, t.of(leaf, 0.35)))
        .join('') +
      [
        [-36, -8],
        [8, -46],
        [34, 6],
        [-6, 12],
        [-16, -34],
        [20, -20],
      ]
        .map(([x, y]) => circle(x!, y!, 9, t.of([0.72, 0.17, 58], 0)))
        .join(''),
  },
  appleTree: {
    y: 0.46,
    draw: (t) =>
      pole(t, 'M0 170V20M0 70L-30 20M0 80L32 24', 13) +
      [
        [-36, 0, 46],
        [34, -6, 46],
        [0, -44, 50],
      ]
        .map(([x, y, r]) => circle(x!, y!, r!, t.of(leaf, 0.2)))
        .join('') +
      [
        [-40, -8],
        [10, -56],
        [40, 6],
        [-6, 6],
        [-22, -40],
        [24, -24],
      ]
        .map(([x, y]) => circle(x!, y!, 9, t.of(ruby, 0)))
        .join(''),
  },
  dogs: {
    y: 0.62,
    draw: (t) =>
      [
        [-50, 20],
        [10, 6],
        [62, 30],
      ]
        .map(
          ([x, y]) =>
            path(
              `M${x! - 22} ${y! + 90}Q${x! - 26} ${y! + 30} ${x!} ${y! + 22}Q${x! + 26} ${y! + 30} ${x! + 22} ${y! + 90}z`,
              t.mid
            ) +
            path(
              `M${x! - 20} ${y! + 26}L${x! - 18} ${y! - 14}L${x! - 6} ${y! + 2}H${x! + 6}L${x! + 18} ${y! - 14}L${x! + 20} ${y! + 26}Q${x!} ${y! + 44} ${x! - 20} ${y! + 26}z`,
              t.dark
            ) +
            circle(x! - 7, y! + 14, 2.4, t.glow) +
            circle(x! + 7, y! + 14, 2.4, t.glow)
        )
        .join(''),
  },
  dog: {
    y: 0.7,
    draw: (t) =>
      path('M-30 90Q-36 10-4 0Q34 10 30 90z', t.mid) +
      path('M-28 0Q-30-40 0-42Q30-40 28 0Q20 26 0 26Q-20 26-28 0z', t.lit) +
      path('M-26-30Q-52-26-44 14Q-30 10-24-8zM26-30Q52-26 44 14Q30 10 24-8z', t.dark) +
      circle(-10, -12, 3.4, t.dark) +
      circle(10, -12, 3.4, t.dark) +
      path('M-8 4H8L0 13z', t.dark),
  },
  hut: {
    y: 0.56,
    draw: (t) =>
      path('M-60 60V-6L0-54L60-6V60z', t.of(ruby, 0.3)) +
      path('M-72 4L0-58L72 4L66 10L0-44L-66 10z', t.of(cream, 0.1)) +
      path('M-16 4H16V34H-16z', t.glow),
  },
  lighthouse: {
    y: 0.6,
    draw: (t) =>
      path('M-24 60L-15-110H15L24 60z', t.of(cream, 0.3)) +
      path('M-21 8L-19-34H19L21 8zM-17-76L-16-100H16L17-76z', t.of(ruby, 0.3)) +
      path('M-20-110H20V-118H-20zM-12-118V-140H12V-118zM-15-140L0-158L15-140z', t.dark) +
      circle(0, -129, 9, t.glow) +
      path('M8-134L190-170V-96L8-124zM-8-134L-190-160V-110L-8-124z', t.glow, 0.3),
  },
  plane: {
    y: 0.2,
    draw: (t) =>
      `<g transform="rotate(-8)">${path('M-80 6Q-84-10-60-12L50-16Q84-10 88 4Q60 22-30 20L-58 34L-60 18z', t.lit)}${path('M-20-34L60-40L62-32L-22-26z', t.mid)}${path('M-76-8L-94-40L-80-40L-58-12z', t.of(ruby, 0.2))}${stroke('M88-16V24M0-28V-14M30-32V-16', t.dark, 4)}${path('M-10 20L20 34H-40L-30 20z', t.dark)}</g>`,
  },
  biplane: {
    y: 0.2,
    draw: (t) =>
      `<g transform="rotate(-10)">${path('M-86 0Q-80-14-50-14L60-16Q80-6 60 10L-40 14z', t.of(ruby, 0.3))}${path('M-10-50H70V-40H-10zM-10 24H70V34H-10z', t.lit)}${stroke('M0-42V26M60-42V26M82-34V26', t.dark, 3)}${path('M-84-2L-100-36L-84-36L-66-10z', t.mid)}</g>`,
  },
  trapeze: {
    y: 0,
    draw: (t) => stroke('M-44-10L-50 190M44-10L50 190', t.lit, 4) + stroke('M-58 190H58', t.of(sun, 0.2), 9),
  },
  mirror: {
    y: 0.36,
    draw: (t) =>
      path('M-58-100H58V100H-58z', t.dark) +
      path('M-42-84H42V84H-42z', t.lit) +
      path('M-42 20L20-84H42V-60L-42 84z', '#ffffff', 0.14) +
      stroke(
        'M-50-92h0M-17-92h0M17-92h0M50-92h0M-50-56h0M-50-20h0M-50 16h0M-50 52h0M-50 88h0M50-56h0M50-20h0M50 16h0M50 52h0M50 88h0',
        t.glow,
        13
      ),
  },
  clock: {
    y: 0.2,
    draw: (t) =>
      circle(0, 0, 46, t.dark) +
      circle(0, 0, 39, t.of(cream, 0.1)) +
      stroke('M0-30v6M0 24v6M-30 0h6M24 0h6', t.dark, 4) +
      stroke('M0 0L-4 20M0 0L18-14', t.dark, 5),
  },
  tallClock: {
    y: 0.36,
    draw: (t) =>
      path('M-34-120L0-144L34-120V200H-34z', t.dark) +
      circle(0, -84, 26, t.of(cream, 0.1)) +
      stroke('M0-84V-66M0-84L10-96', t.dark, 3.4) +
      path('M-16-40H16V120H-16z', t.mid) +
      stroke('M0-40V70', t.glow, 3) +
      circle(0, 78, 11, t.glow),
  },
  lamp: {
    y: 0.1,
    draw: (t) =>
      stroke('M0-90V0', t.dark, 3) +
      path('M-38 30H38L110 320H-110z', t.glow, 0.1) +
      path('M-12-4H12L38 28H-38z', t.of(leaf, 0.2)) +
      circle(0, 30, 8, t.glow),
  },
  map: {
    y: 0.22,
    draw: (t) =>
      path('M-70-50H70V60H-70z', t.of(cream, 0.25)) +
      stroke('M-54 30Q-30-30 0 0T54-20M-20-8L6 44', t.dark, 3) +
      stroke('M-54 30h0M0 0h0M54-20h0M6 44h0', t.of(ruby, 0), 9),
  },
  trackPlan: {
    y: 0.2,
    draw: (t) =>
      path('M-76-46H76V56H-76z', t.dark) +
      stroke('M-64 4H64M-40 4L-14-22H40L58 4M-30 4L-4 32H34L56 4', t.lit, 3.4) +
      stroke('M-52 4h0M14-22h0M48 4h0', t.of(leaf, 0), 11) +
      stroke('M10 32h0', t.of(ruby, 0), 12),
  },
  window: {
    y: 0.26,
    draw: (t) => path('M-56-80H56V70H-56z', t.glow, 0.55) + stroke('M-56-80H56V70H-56zM0-80V70M-56-10H56', t.dark, 9),
  },
  nightWindow: {
    y: 0.24,
    draw: (t) =>
      path('M-56-80H56V70H-56z', t.of([0.3, 0.08, 262], 0)) +
      stroke('M-30-40h0M20-60h0M34-10h0M-12 24h0M12-30h0M-40 40h0M40 50h0M-20-64h0', '#ffffff', 5, 0.85) +
      stroke('M-56-80H56V70H-56zM0-80V70M-56-10H56', t.dark, 9),
  },
  door: {
    y: 0.5,
    draw: (t) =>
      path('M-48 170V-70Q-48-110 0-112Q48-110 48-70V170z', t.dark) +
      path('M-38 170V-66Q-38-98 0-100Q38-98 38-66V170z', t.mid) +
      stroke('M-14-96V170M14-96V170', t.dark, 3) +
      circle(26, 40, 6, t.glow),
  },
  otherDoor: {
    y: 0.5,
    draw: (t) =>
      circle(0, 30, 120, t.of([0.8, 0.13, 160], 0), 0.25) +
      path('M-48 170V-70Q-48-110 0-112Q48-110 48-70V170z', t.of([0.4, 0.09, 155], 0.2)) +
      path('M-34 170V-64Q-34-94 0-96Q34-94 34-64V170z', t.of([0.86, 0.12, 160], 0)) +
      stroke('M-52 170Q-70 60-52-40Q-60-80-30-112M52 170Q66 80 50 10', t.of(leaf, 0.2), 7),
  },
  liftDoor: {
    y: 0.4,
    draw: (t) =>
      path('M-70 260V-120H70V260z', t.dark) +
      path('M-58 260V-96H-4V260zM4 260V-96H58V260z', t.lit) +
      path('M-30-156H30V-128H-30z', t.dark) +
      stroke('M-12-142h0', t.of(ruby, 0), 12) +
      path('M4-150L16-136H-8z', t.glow) +
      stroke('M-50-90V260M12-90V260', '#ffffff', 4, 0.25),
  },
  pumpkins: {
    y: 0.74,
    draw: (t) =>
      [
        [-44, 20, 30],
        [24, 10, 44],
      ]
        .map(
          ([x, y, r]) =>
            `<ellipse cx="${x}" cy="${y}" rx="${r! * 1.25}" ry="${r}" fill="${t.of([0.68, 0.17, 52], 0.1)}"/>` +
            stroke(
              `M${x} ${y! - r!}V${y! + r!}M${x! - r! * 0.6} ${y! - r! * 0.8}Q${x! - r!} ${y} ${x! - r! * 0.6} ${y! + r! * 0.8}M${x! + r! * 0.6} ${y! - r! * 0.8}Q${x! + r!} ${y} ${x! + r! * 0.6} ${y! + r! * 0.8}`,
              t.dark,
              3,
              0.4
            ) +
            stroke(`M${x} ${y! - r!}q2-14 12-16`, t.of(leaf, 0.2), 7)
        )
        .join(''),
  },
  melonVine: {
    y: 0.34,
    draw: (t) =>
      stroke('M-70 130Q-40 40 0 60T60-40M0 60Q10 110 40 130', t.of(leaf, 0.3), 6) +
      [
        [-44, 62],
        [14, 30],
        [44, -20],
        [26, 100],
        [-10, 90],
      ]
        .map(([x, y]) => path(`M${x} ${y}q-24-22-6-34q22 2 6 34z`, t.of(leaf, 0.1)))
        .join('') +
      path('M-30 70q-14 40 0 60q14-20 0-60zM50-20q-14 36 0 56q14-20 0-56z', t.of([0.66, 0.15, 135], 0)),
  },
  plants: {
    y: 0.66,
    draw: (t) =>
      path('M-34 30H34L26 90H-26z', t.of(clay, 0.2)) +
      stroke(
        'M0 30Q-30-10-50-20M0 30Q-10-30-20-60M0 30Q10-30 16-66M0 30Q30-6 52-24M0 30Q-24 10-46 20M0 30Q26 10 46 14',
        t.of(leaf, 0.15),
        13
      ),
  },
  fern: {
    y: 0.6,
    draw: (t) =>
      path('M-28 40H28L22 110H-22z', t.of(clay, 0.3)) +
      stroke(
        'M0 40Q-40-20-76-4M0 40Q-30-50-56-54M0 40Q-6-50-10-84M0 40Q30-50 54-58M0 40Q40-20 76-8',
        t.of(leaf, 0.15),
        8
      ) +
      `<path d="M0 40Q-40-20-76-4M0 40Q-30-50-56-54M0 40Q-6-50-10-84M0 40Q30-50 54-58M0 40Q40-20 76-8" fill="none" stroke="${t.of(leaf, 0.3)}" stroke-width="20" stroke-dasharray="3 7" stroke-linecap="butt"/>`,
  },
  boat: {
    y: 0.7,
    draw: (t) =>
      path('M-90 0Q-80 34-50 36H50Q80 34 92-4Q40 8 0 8Q-50 8-90 0z', t.dark) +
      path('M-90 0Q-50 8 0 8Q40 8 92-4L88 2Q40 16 0 15Q-50 15-88 6z', t.lit) +
      stroke('M-30 10V2H-14M30 10V0H46', t.dark, 5) +
      path('M-84 42Q0 58 84 42Q40 70 0 70Q-40 70-84 42z', t.dark, 0.35),
  },
  walker: {
    y: 0.74,
    draw: (t) =>
      path('M-9 60L-12 4Q-10-14 0-16Q10-14 12 4L9 60H2L0 24L-2 60z', t.dark) +
      circle(0, -24, 9, t.dark) +
      stroke('M8 0L14-20V-44', t.dark, 3) +
      path('M-26-40Q-20-78 14-80Q48-78 54-40Q40-48 28-40Q14-48 0-40Q-12-48-26-40z', t.of(ruby, 0)) +
      path('M-12 66H12L8 100H-8z', t.dark, 0.35),
  },
  neon: {
    y: 0.3,
    draw: (t) =>
      path('M-42-70H42V76H-42z', t.dark) +
      `<g fill="none" stroke-width="6"><path d="M-30-58H30V64H-30z" stroke="${t.glow}"/><path d="M-16-34H16M0-34V-8M-18-8H18M-14 14Q0 0 14 14T14 44H-14" stroke="${t.of([0.7, 0.2, 350], 0)}"/></g>`,
  },
  flamingo: {
    y: 0.62,
    draw: (t) =>
      `<ellipse cx="0" cy="60" rx="76" ry="26" fill="none" stroke="${t.of([0.74, 0.16, 0], 0)}" stroke-width="28"/>` +
      stroke('M44 52Q70-10 30-30Q0-44 6-70Q16-92 40-84', t.of([0.74, 0.16, 0], 0), 21) +
      path('M34-96L64-84L58-66L40-72z', t.of(cream, 0)) +
      circle(30, -84, 3.4, t.dark),
  },
  throne: {
    y: 0.4,
    draw: (t) =>
      path('M-54 200V-60L-40-100L-20-70L0-120L20-70L40-100L54-60V200z', t.mid) +
      path('M-36 90V-44Q0-66 36-44V90z', t.of(ruby, 0.4)) +
      path('M-70 90H70V120H-70z', t.dark),
  },
  balustrade: {
    y: 0.66,
    draw: (t) =>
      path('M-300-10H300V8H-300zM-300 90H300V110H-300z', t.lit) +
      [-260, -200, -140, -80, -20, 40, 100, 160, 220, 280]
        .map((x) => path(`M${x - 7} 8H${x + 7}Q${x + 20} 44 ${x + 7} 90H${x - 7}Q${x - 20} 44 ${x - 7} 8z`, t.mid))
        .join(''),
  },
  ferryWheel: {
    y: 0.5,
    draw: (t) =>
      `<g fill="none" stroke="${t.dark}" stroke-width="10"><circle r="56"/><path d="M0-78V78M-78 0H78M-55-55L55 55M55-55L-55 55" stroke-width="7"/></g>` +
      circle(0, 0, 15, t.lit),
  },
  radio: {
    y: 0.3,
    draw: (t) =>
      path('M-66-40H66V40H-66z', t.dark) +
      circle(-30, 0, 26, t.mid) +
      path('M8-26H54V-8H8z', t.glow) +
      stroke('M16 18h0M36 18h0M54 18h0', t.lit, 12) +
      stroke('M50-40L74-110', t.lit, 3),
  },
  onAir: {
    y: 0.16,
    draw: (t) =>
      circle(0, 0, 64, t.of(ruby, 0), 0.25) +
      path('M-30 26V10Q-30-30 0-30Q30-30 30 10V26z', t.of(ruby, 0)) +
      path('M-38 26H38V40H-38z', t.dark) +
      stroke('M-16-4q4-14 14-16', '#ffffff', 5, 0.7),
  },
  turntable: {
    y: 0.66,
    draw: (t) =>
      path('M-70 0H70V40H-70z', t.dark) +
      `<ellipse cx="-8" cy="-2" rx="50" ry="13" fill="${t.mid}"/><ellipse cx="-8" cy="-3" rx="16" ry="4" fill="${t.of(ruby, 0)}"/>` +
      stroke('M56-14L40-22L6-8', t.lit, 4),
  },
  anemometer: {
    y: 0.3,
    draw: (t) =>
      pole(t, 'M0 200V-60M-40-60H40M0-60V-84', 6) +
      circle(-46, -60, 12, t.lit) +
      circle(46, -60, 12, t.lit) +
      circle(0, -88, 11, t.lit) +
      path('M-10 0H60L40 14L60 28H-10z', t.of(ruby, 0.2)),
  },
  sculptures: {
    y: 0.5,
    draw: (t) =>
      path('M-50 100Q-70 40-40 20V0H-10V20Q20 40 0 100z', t.of(clay, 0.1)) +
      path('M14 100Q0 60 24 50V36H52V50Q74 60 60 100z', t.of([0.7, 0.07, 80], 0.1)),
  },
  wheel: {
    y: 0.7,
    draw: (t) =>
      path('M-60 20H60V34H-60z', t.lit) +
      path('M-16 34H16V110H-16z', t.dark) +
      path('M-34 20Q-46-30-20-44H20Q46-30 34 20z', t.of(clay, 0)),
  },
  roseField: {
    y: 0.72,
    draw: (t) =>
      [0, 1, 2].map((row) => stroke(`M-140 ${row * 26}q40-16 80 0t80 0 80 0 80 0`, t.of(leaf, 0.3), 16)).join('') +
      stroke(
        'M-120-6h0M-84 4h0M-40-8h0M0 2h0M44-6h0M90 4h0M-100 24h0M-56 20h0M-14 28h0M30 22h0M76 28h0',
        t.of([0.66, 0.18, 5], 0),
        12
      ),
  },
  crystalBallTable: {
    y: 0.7,
    draw: (t) => path('M-80 0H80L70 90H-70z', t.of([0.42, 0.14, 310], 0.2)) + circle(0, -34, 36, t.lit),
  },
  jarCart: {
    y: 0.66,
    draw: (t) =>
      path('M-90 10H90L78 60H-78z', t.of([0.5, 0.1, 55], 0.2)) +
      `<g fill="none" stroke="${t.dark}" stroke-width="7"><circle cx="-40" cy="84" r="30"/><path d="M-40 54V114M-70 84H-10"/></g>` +
      [-70, -40, -10, 20, 50, 78]
        .map((x, at) =>
          path(
            `M${x - 11} 10V-22Q${x - 11}-30 ${x}-30Q${x + 11}-30 ${x + 11}-22V10z`,
            t.of(oneOf(at, [0.78, 0.1, 230], sun, [0.74, 0.12, 190], [0.8, 0.1, 340]), 0)
          )
        )
        .join('') +
      path(
        'M-100-130Q0-170 100-130L90-100Q70-116 50-100Q26-116 0-100Q-26-116-50-100Q-70-116-90-100z',
        t.of(ruby, 0.1)
      ) +
      pole(t, 'M-88-110V20M88-110V20', 5),
  },
  gate: {
    y: 0.4,
    draw: (t) =>
      path('M-130 260V-60H-110V-84H-90V-60H-70V-84H-50V-60H-30V260zM-30 260V0Q0-40 40 0V260z', t.mid) +
      path('M-20 260V20Q4-16 30 20V260z', t.dark) +
      path('M40 260V-60H60V-84H80V-60H100V-84H120V-60H140V260z', t.mid),
  },
  bowls: {
    y: 0.7,
    draw: (t) =>
      path('M-56-26H14Q10 14-10 20H-32Q-52 14-56-26z', t.of(ruby, 0)) +
      stroke('M-40-40q-8-10 0-20t0-20M-14-40q-8-10 0-20t0-20', '#ffffff', 5, 0.35) +
      path('M20-14H66Q62 14 50 20H36Q24 14 20-14z', t.lit),
  },
  chairs: {
    y: 0.66,
    draw: (t) =>
      [
        [-60, 0],
        [0, -10],
        [60, 0],
      ]
        .map(([x, y]) =>
          stroke(
            `M${x! - 18} ${y! - 50}V${y! + 60}M${x! + 18} ${y! - 50}V${y! + 60}M${x! - 18} ${y! - 44}H${x! + 18}M${x! - 18} ${y! - 20}H${x! + 18}M${x! - 18} ${y! + 8}H${x! + 18}`,
            t.of([0.62, 0.1, 60], 0.2),
            6
          )
        )
        .join(''),
  },
  sunflowers: {
    y: 0.3,
    draw: (t) =>
      [
        [-30, 0, 1],
        [34, -24, 0.8],
      ]
        .map(
          ([x, y, k]) =>
            `<g transform="translate(${x} ${y})scale(${k})">${stroke('M0 20V160', t.of(leaf, 0), 8)}${[0, 36, 72, 108, 144, 180, 216, 252, 288, 324].map((a) => `<ellipse cy="-30" rx="10" ry="19" fill="${t.of(sun, 0)}" transform="rotate(${a})"/>`).join('')}${circle(0, 0, 18, t.of([0.36, 0.08, 50], 0))}</g>`
        )
        .join(''),
  },
  oak: {
    y: 0.44,
    draw: (t) =>
      path(
        'M-60 300Q-40 160-60 90Q-110 60-130 0Q-80 40-50 36L-70-60Q-30 10-14 26L10-90Q22 0 30 30Q70 30 120-20Q110 60 60 90Q40 170 64 300z',
        t.dark
      ),
  },
  signpost: {
    y: 0.44,
    draw: (t) =>
      pole(t, 'M0 220V-30', 9) +
      path('M-60-40H50L66-24L50-8H-60z', t.of([0.62, 0.1, 62], 0.1)) +
      stroke('M-46-24H36', t.dark, 5, 0.6),
  },
  flag: {
    y: 0.3,
    draw: (t) => pole(t, 'M0 260V-80', 6) + path('M0-80Q30-96 60-78T110-80V-30Q84-44 56-28T0-32z', t.of(ruby, 0.1)),
  },
  domes: {
    y: 0.62,
    draw: (t) =>
      path('M-90 160V30Q-92-10-56-34Q-20-10-22 30V160z', t.of([0.58, 0.11, 215], 0.4)) +
      path('M10 160V60Q8 30 34 12Q60 30 58 60V160zM78 160V-60H92V160z', t.mid) +
      path('M74-60Q85-84 96-60z', t.lit),
  },
  stalactites: {
    y: 0,
    draw: (t) =>
      path('M-120-10L-96 110L-70-10L-40 190L-10-10L20 90L46-10L78 150L110-10z', t.mid) +
      path('M-40-10L-40 190L-10-10zM78-10V150L110-10z', t.lit, 0.5),
  },
}

const papers: readonly Colour[] = [cream, [0.86, 0.07, 90], [0.84, 0.06, 210], [0.86, 0.07, 10]]
const rows: Record<ThingRow, Row> = {
  linen: {
    y: 0.08,
    step: 86,
    draw: (t, at) =>
      [0, 1, 2, 3]
        .map((shelf) =>
          path(
            `M-36 ${shelf * 92 + 60}h72v-14h-72zM-36 ${shelf * 92 + 44}h72v-14h-72zM-32 ${shelf * 92 + 28}h64v-14h-64z`,
            (at + shelf) % 3 ? t.of([0.88, 0.02, 230], 0.25) : t.of([0.7, 0.06, 20], 0.3)
          )
        )
        .join(''),
    line: (t, width) => path([0, 1, 2, 3].map((shelf) => `M0 ${shelf * 92 + 62}h${width}v10H0z`).join(''), t.dark),
  },
  jars: {
    y: 0.2,
    step: 44,
    draw: (t, at) =>
      [0, 1]
        .map((shelf) =>
          path(
            `M-14 ${shelf * 96}V${shelf * 96 - 34}q0-8 8-8h12q8 0 8 8V${shelf * 96}zM-10 ${shelf * 96 - 52}h20v8h-20z`,
            t.of(oneOf(at + shelf, sun, [0.7, 0.1, 220], leaf, [0.7, 0.12, 340]), 0.2),
            0.85
          )
        )
        .join(''),
    line: (t, width) => path(`M0 0h${width}v8H0zM0 96h${width}v8H0z`, t.dark),
  },
  bottles: {
    y: 0.26,
    step: 30,
    draw: (t, at) =>
      [0, 1, 2]
        .map(
          (shelf) =>
            path(
              `M-9 ${shelf * 74}V${shelf * 74 - 28}l6-10v-12h6v12l6 10V${shelf * 74}z`,
              t.of(oneOf(at + shelf, [0.5, 0.11, 55], [0.42, 0.1, 45], [0.6, 0.12, 70]), 0.15)
            ) + path(`M-6 ${shelf * 74 - 22}h12v12h-12z`, t.of(cream, 0.1))
        )
        .join(''),
    line: (t, width) => path(`M0 0h${width}v7H0zM0 74h${width}v7H0zM0 148h${width}v7H0z`, t.dark),
  },
  umbrellas: {
    y: 0.1,
    step: 50,
    draw: (t, at) =>
      stroke('M0 0V20', t.dark, 3) +
      path('M-11 20H11L3 120H-3z', t.of(oneOf(at, ruby, sea, leaf, sun, [0.4, 0.1, 300]), 0.25)) +
      stroke('M0 120q0 12 9 10', t.lit, 4) +
      path('M8 54l18 6-4 18-16-6z', t.of([0.72, 0.08, 70], 0.1)),
    line: (t, width) => path(`M0-6h${width}V4H0z`, t.dark),
  },
  drawings: {
    y: 0.12,
    step: 74,
    draw: (t, at) =>
      `<g transform="rotate(${(at % 3) * 5 - 5})">${path('M-28 0H28V70H-28z', t.of(papers[at % 4]!, 0.1))}${at % 3 === 0 ? circle(0, 30, 15, t.of(sun, 0)) : at % 3 === 1 ? path('M-16 54V30L0 14L16 30V54z', t.of(ruby, 0)) : stroke('M-18 50q8-30 18-10t18-16', t.of(sea, 0), 6)}</g>`,
  },
  cards: {
    y: 0.06,
    step: 64,
    draw: (t, at) =>
      [0, 1, 2, 3, 4]
        .map(
          (row) =>
            path(`M-18 ${row * 46}h36v30h-36z`, t.of(papers[(at + row) % 4]!, 0.3)) +
            stroke(`M-11 ${row * 46 + 10}h22m-22 9h14`, t.dark, 2.4, 0.6)
        )
        .join(''),
  },
  bunting: {
    y: 0.1,
    step: 40,
    draw: (t, at) =>
      path(`M-17 ${(at % 4) * 5}H17L0 ${38 + (at % 4) * 5}z`, t.of(oneOf(at, ruby, sun, sea, leaf), 0.05)),
    line: (t, width) => stroke(`M0 4Q${width / 2} 26 ${width} 4`, t.dark, 3),
  },
  bulbs: {
    y: 0.1,
    step: 34,
    draw: (t, at) =>
      stroke('M0-6V4', t.dark, 5) +
      circle(0, 11, 9, t.of(oneOf(at, sun, ruby, [0.74, 0.12, 190], [0.74, 0.16, 350]), 0)) +
      circle(0, 11, 18, t.glow, 0.16),
    line: (t, width) => stroke(`M0-6H${width}`, t.dark, 4),
  },
  beads: {
    y: 0,
    step: 26,
    draw: (t, at) =>
      `<path d="M0 0V${n(420 - Math.abs((at % 9) - 4) * 20)}" fill="none" stroke="${t.of(oneOf(at, [0.6, 0.15, 320], sun, [0.6, 0.13, 200]), 0.1)}" stroke-width="7" stroke-dasharray="1 12" opacity=".75"/>`,
  },
  laundry: {
    y: 0.12,
    step: 92,
    draw: (t, at) =>
      path(
        'M-34 6L-12 0H12L34 6L44 36L30 42L26 34V94H-26V34L-30 42L-44 36z',
        t.of(at % 2 ? [0.92, 0.01, 250] : [0.88, 0.03, 20], 0.1)
      ) + path('M-20 2H-10V94H-20zM2 0H12V94H2z', t.of(ruby, 0.05)),
    line: (t, width) => stroke(`M0 2H${width}`, t.dark, 4),
  },
  tools: {
    y: 0.14,
    step: 52,
    draw: (t, at) =>
      [
        stroke('M0 0V80', t.lit, 7) + path('M-18 70H18V96H-18z', t.mid),
        stroke('M0 0V86', t.mid, 9) + stroke('M-9 94a9 9 0 1 1 18 0', t.lit, 6),
        path('M-16 0H16L4 90H-4z', t.lit),
        stroke('M-8 0L8 90M8 0L-8 90', t.mid, 6),
      ][at % 4]!,
    line: (t, width) => path(`M0-10h${width}V-2H0z`, t.dark),
  },
  swords: {
    y: 0.16,
    step: 120,
    draw: (t) =>
      path('M-54 6Q0-14 54 2L52 8Q0-4-54 14z', t.lit) +
      path('M-54 56Q0 36 54 52L52 58Q0 46-54 64z', t.lit) +
      path('M30-6h5v14h-5zM30 44h5v14h-5z', t.of(sun, 0)),
    line: (t, width) => path(`M0 20h${width}v8H0zM0 70h${width}v8H0z`, t.dark),
  },
  pans: {
    y: 0.06,
    step: 62,
    draw: (t, at) =>
      stroke('M0 0V44', t.dark, 5) +
      circle(0, 66, 24 + (at % 2) * 6, t.of([0.62, 0.13, 50], 0.15)) +
      circle(-6, 60, 9, t.glow, 0.35),
    line: (t, width) => path(`M0-6h${width}V4H0z`, t.dark),
  },
  clocks: {
    y: 0.14,
    step: 92,
    draw: (t, at) =>
      [0, 1]
        .map((row) => {
          const y = row * 110 + (at % 2) * 40
          const r = 26 + ((at + row) % 3) * 6
          return (
            circle(0, y, r + 6, t.dark) +
            circle(0, y, r, t.of(cream, 0.15)) +
            stroke(
              `M0 ${y}L${n(Math.cos(at * 2 + row) * r * 0.6)} ${n(y + Math.sin(at * 2 + row) * r * 0.6)}M0 ${y}L${n(Math.cos(at + row * 4) * r * 0.8)} ${n(y + Math.sin(at + row * 4) * r * 0.8)}`,
              t.dark,
              3.4
            )
          )
        })
        .join(''),
  },
  ringRopes: {
    y: 0.52,
    step: 190,
    draw: (t) => path('M-9-30H9V150H-9z', t.of(ruby, 0.2)),
    line: (t, width) =>
      stroke(`M0 0H${width}`, t.of(ruby, 0.05), 8) +
      stroke(`M0 44H${width}`, t.of(cream, 0.05), 8) +
      stroke(`M0 88H${width}`, t.of(sea, 0.05), 8),
  },
  crowd: {
    y: 0.42,
    step: 46,
    draw: (t, at) =>
      circle(0, (at % 3) * 8, 17, t.dark) +
      path(
        `M-26 ${80 + (at % 3) * 8}Q-24 ${18 + (at % 3) * 8} 0 ${18 + (at % 3) * 8}Q24 ${18 + (at % 3) * 8} 26 ${80 + (at % 3) * 8}z`,
        t.dark
      ),
  },
  spots: {
    y: 0,
    step: 110,
    draw: (t) =>
      path('M-20 0H20L28 44H-28z', t.dark) + circle(0, 44, 18, t.glow) + path('M-26 44H26L90 420H-90z', t.glow, 0.12),
    line: (t, width) =>
      path(`M0-4h${width}V10H0z`, t.dark) +
      stroke(`M${n(width * 0.13)} 0V260M${n(width * 0.9)} 0V330`, t.of([0.7, 0.09, 80], 0.2), 5),
  },
  fence: {
    y: 0.5,
    step: 34,
    draw: (t) => path('M-11 190V12L0 0L11 12V190z', t.mid),
    line: (t, width) => path(`M0 44h${width}v12H0zM0 130h${width}v12H0z`, t.dark),
  },
  lanes: {
    y: 0.66,
    step: 120,
    draw: (t, at) =>
      circle(0, 0, 10, t.of(at % 2 ? ruby : cream, 0)) +
      circle(40, 0, 10, t.of(at % 2 ? cream : ruby, 0)) +
      circle(80, 0, 10, t.of(at % 2 ? ruby : cream, 0)),
  },
  sleeves: {
    y: 0.16,
    step: 70,
    draw: (t, at) =>
      path('M-25 0H25V74H-25z', t.of(cream, 0.12)) +
      stroke(`M-16 14H16M-16 26H${at % 2 ? 10 : 16}M-16 38H14M-16 50H4`, t.dark, 2.6, 0.6),
    line: (t, width) => stroke(`M0-4H${width}`, t.dark, 3),
  },
  books: {
    y: 0.1,
    step: 19,
    draw: (t, at) =>
      [0, 1, 2]
        .map((shelf) =>
          path(
            `M-7 ${shelf * 104}V${shelf * 104 - 54 - ((at * 7 + shelf * 3) % 5) * 6}H8V${shelf * 104}z`,
            t.of(oneOf(at * 3 + shelf, ruby, leaf, sea, sun, [0.42, 0.09, 45]), 0.4)
          )
        )
        .join(''),
    line: (t, width) => path(`M0 0h${width}v9H0zM0 104h${width}v9H0zM0 208h${width}v9H0z`, t.dark),
  },
  pipes: {
    y: 0.08,
    step: 130,
    draw: (t) =>
      stroke('M0 0V180H60', t.mid, 17) +
      stroke('M-4 0V180', t.lit, 4) +
      circle(0, 90, 15, t.dark) +
      circle(0, 90, 8, t.of(ruby, 0.1)),
    line: (t, width) => stroke(`M0 0H${width}`, t.mid, 17),
  },
}

/** The positions of single things, as shares of the width. A figure in the middle leaves them visible. */
const spots = { portrait: [0.14, 0.87, 0.34, 0.66], place: [0.27, 0.74, 0.5, 0.93] } as const

/** Draws the things of a place. Single things are put on alternate sides, and rows run across the picture. */
export const thingsOver = ({ sheet, palette, light }: Place, list: readonly Thing[], isPlace: boolean) => {
  const { width, height } = sheet
  const tones: Tones = {
    dark: hex(mix(palette.depth(1), palette.dark, 0.4)),
    mid: hex(palette.depth(0.66)),
    lit: hex(mix(palette.depth(0.5), palette.key, 0.3)),
    glow: hex(lighter(palette.key, 0.12)),
    of: (colour, share = 0.2) => hex(mix(mix(colour, palette.key, 0.16), palette.dark, 0.12 + share)),
  }
  const scale = height / 500
  const stands = isPlace ? spots.place : spots.portrait
  // Single things start on the side away from the light.
  const mirrored = light[0] < width / 2
  let placed = 0
  for (const name of list) {
    if (Object.hasOwn(rows, name)) {
      const { y, step, draw, line: along } = rows[name as ThingRow]
      let content = along?.(tones, width / scale) ?? ''
      for (let at = 0, x = step * 0.5; x < width / scale && at < 80; at++, x += step)
        content += `<g transform="translate(${n(x)} 0)">${draw(tones, at)}</g>`
      sheet.add(`<g transform="translate(0 ${n(y * height)})scale(${n(scale)})">${content}</g>`)
    } else if (placed < stands.length) {
      const { y, draw } = singles[name as SingleThing]
      const share = stands[placed++]!
      sheet.add(
        `<g transform="translate(${n((mirrored ? 1 - share : share) * width)} ${n(y * height)})scale(${n(scale)})">${draw(tones)}</g>`
      )
    }
  }
}
