import { Canvas, circle, ellipse, group, line, path, rect } from './canvas.ts'
import { stars } from './nature.ts'

const tomatoPlant = (c: Canvas, x: number, y: number, size: number) => {
  const leaf = (lx: number, ly: number, turn: number, scale: number) =>
    group(
      `transform="translate(${lx} ${ly}) rotate(${turn}) scale(${scale})"`,
      path(
        'M0 0C14 -16 36 -20 50 -6C40 -2 46 6 34 6C34 14 20 14 14 8C8 10 4 6 0 0Z',
        c.linear(['0 #8fd07a', '1 #2d6b47'])
      ),
      line('M2 0C16 -6 32 -8 46 -6', '#1f4f38', 1.4, 'opacity=".6"')
    )
  const tomato = (tx: number, ty: number, r: number) =>
    circle(tx, ty, r, c.radial(['0 #ffb08a', '.35 #f0503a', '1 #8e1a24'], [0.35, 0.3, 0.75])) +
    path(
      `M${tx - 8} ${ty - r + 3}L${tx} ${ty - r - 4}L${tx + 8} ${ty - r + 3}L${tx + 3} ${ty - r + 8}L${tx} ${ty - r + 3}L${tx - 4} ${ty - r + 8}Z`,
      '#2f7a4a'
    )
  c.add(
    group(
      `transform="translate(${x} ${y}) scale(${size})"`,
      line('M0 0C-6 -50 8 -90 -2 -150', '#3c8056', 6),
      line(
        'M-1 -60C-24 -74 -34 -84 -44 -88M1 -84C24 -98 34 -106 46 -108M0 -120C-18 -130 -24 -136 -34 -142',
        '#3c8056',
        3.5
      ),
      leaf(-4, -50, 200, 0.95),
      leaf(0, -66, -18, 1.1),
      leaf(-2, -96, 190, 1),
      leaf(2, -116, -30, 0.9),
      leaf(-2, -138, 215, 0.8),
      leaf(-2, -148, -58, 0.75),
      tomato(-46, -72, 17),
      tomato(48, -90, 20),
      tomato(22, -40, 12),
      path('M-40 0H40L32 58H-32Z', c.linear(['0 #c9cfd2', '.5 #7d8890', '1 #3c464e'], [0, 0, 1, 0])),
      rect(-46, -8, 92, 14, '#aab3b8', 'rx="4"'),
      rect(-22, 18, 44, 22, '#e8e2d0', 'rx="2"'),
      line('M-14 26H14M-14 33H6', '#8a8574', 2)
    )
  )
}

export const avatar = () => {
  const c = new Canvas(512, 512)
  c.fill(c.linear(['0 #0a1622', '.6 #14303c', '1 #0a1a22']))
  // panels of the corridor, drawn towards the eye
  for (let n = 0; n < 16; n++) {
    const turn = (n * 360) / 16
    c.add(
      group(
        `transform="rotate(${turn} 256 226)"`,
        path('M236 -180L276 -180L266 60L246 60Z', n % 2 ? '#1b3d4a' : '#16323e'),
        line('M256 -100V40', '#7fe0d6', 1.5, 'opacity=".35"')
      )
    )
  }
  c.glow(256, 226, 300, '#4fd8cf', 0.35)
  // the eye
  c.add(
    circle(256, 226, 178, c.linear(['0 #dfe8e8', '.5 #8fa3aa', '1 #33474f'], [0.2, 0, 0.8, 1])),
    circle(256, 226, 164, '#22343c'),
    circle(256, 226, 156, c.linear(['0 #4c626b', '1 #c4d2d4'], [0.2, 0, 0.8, 1])),
    circle(256, 226, 142, '#0c181f')
  )
  for (let n = 0; n < 60; n++) c.add(line('M256 76V84', '#31474f', 2, `transform="rotate(${n * 6} 256 226)"`))
  for (let n = 0; n < 24; n++)
    c.add(circle(256, 96, 3.2, n < 17 ? '#8ff5e6' : '#33565a', `transform="rotate(${n * 15 - 120} 256 226)"`))
  c.add(circle(256, 226, 122, c.radial(['0 #052b33', '.4 #0e5a62', '.72 #28a7a0', '.9 #8df0de', '1 #173a44'])))
  for (let n = 0; n < 72; n++)
    c.add(
      line(
        `M256 ${226 - 52 - (n % 3) * 6}V${226 - 112 + (n % 4) * 5}`,
        n % 2 ? '#baf7ea' : '#0b3a42',
        1.6,
        `opacity=".5" transform="rotate(${n * 5} 256 226)"`
      )
    )
  c.add(circle(256, 226, 56, c.radial(['0 #000', '.75 #031318', '1 #0a343b'])), circle(256, 226, 13, '#ffe3a8'))
  c.glow(256, 226, 60, '#ffcf7a', 0.9)
  c.add(
    path('M166 156C184 118 226 98 268 104C232 116 204 138 190 172Z', '#fff', 'opacity=".55"'),
    ellipse(322, 300, 24, 10, '#fff', 'opacity=".22" transform="rotate(-42 322 300)"'),
    line('M318 132L348 186L336 204L352 236', '#eaffff', 2, 'opacity=".8"')
  )
  // the arms hold the pot
  const arm = (side: string) =>
    group(
      side,
      line('M-20 300C30 300 60 340 96 412', '#0b161c', 34),
      line('M-20 300C30 300 60 340 96 412', '#8b9aa0', 26),
      line('M-20 294C34 294 66 336 100 406', '#dce5e6', 6, 'opacity=".7"'),
      circle(72, 362, 21, '#2b3d45'),
      circle(72, 362, 12, '#f0b24a'),
      path('M84 400L128 420L164 470L150 482L112 462L84 432Z', '#9aa8ad'),
      path('M104 452L140 486L132 500L92 470Z', '#6b7a81')
    )
  c.add(arm(''), arm('transform="translate(512 0) scale(-1 1)"'))
  tomatoPlant(c, 256, 452, 1.06)
  c.vignette('#02080c', 0.65)
  return c.toSvg()
}

export const background = () => {
  const c = new Canvas(1600, 900)
  c.fill(c.linear(['0 #050b14', '.5 #0d2230', '1 #060d14']))
  c.add(stars(420, 1600, 900, 9, '#dff6ff'))
  c.add(ellipse(1150, 260, 900, 120, c.radial(['0 #3a7f9a .4', '1 #3a7f9a 0']), 'transform="rotate(-22 1150 260)"'))
  c.glow(1180, 300, 520, '#bfeaff', 0.42)
  c.glow(1180, 300, 190, '#ffffff', 0.9)
  c.add(circle(1180, 300, 46, '#fff'))
  c.add(
    ellipse(
      1180,
      300,
      420,
      62,
      'none',
      'stroke="#bfeaff" stroke-opacity=".22" stroke-width="2" transform="rotate(-14 1180 300)"'
    )
  )
  // the ring of the station
  c.add(
    group(
      'transform="translate(560 480) rotate(-18)"',
      ellipse(0, 0, 430, 128, 'none', 'stroke="#1c2c36" stroke-width="66"'),
      ellipse(0, -6, 430, 128, 'none', 'stroke="#50666f" stroke-width="38"'),
      ellipse(0, -16, 430, 128, 'none', 'stroke="#8fa6ac" stroke-width="10"'),
      ...Array.from({ length: 62 }, (_, n) => {
        const angle = (n / 62) * Math.PI * 2
        return rect(
          Math.round(Math.cos(angle) * 430) - 5,
          Math.round(Math.sin(angle) * 128) - 7,
          10,
          7,
          n % 62 < 5 ? '#ffd98a' : '#15242c',
          'rx="2"'
        )
      }),
      line('M-400 0L400 0M-180 -108L180 108M180 -108L-180 108', '#33464f', 16),
      line('M-400 -5L400 -5', '#6f858c', 4),
      ellipse(0, 0, 96, 74, '#2a3c45'),
      ellipse(0, -14, 88, 64, '#6d848c'),
      ellipse(-8, -24, 62, 40, '#a9bdc2'),
      circle(0, -18, 24, '#0d3940'),
      circle(0, -18, 14, '#7df0df'),
      line('M0 -70V-300', '#7d9299', 8),
      line('M-40 -210H40M-28 -250H28', '#7d9299', 5),
      circle(0, -304, 10, '#ff6a4a')
    )
  )
  c.glow(560, 462, 150, '#5ff0de', 0.4)
  c.glow(466, 190, 70, '#ff6a4a', 0.7)
  // a window sill with the plant, near
  c.add(
    path('M0 900V800C400 770 1200 770 1600 800V900Z', '#0a151c'),
    line('M0 800C400 770 1200 770 1600 800', '#2f4a55', 6)
  )
  tomatoPlant(c, 1330, 786, 1.9)
  c.vignette('#000', 0.5)
  return c.toSvg()
}
