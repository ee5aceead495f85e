import { Canvas, circle, ellipse, group, line, path, rect } from './canvas.ts'
import { face, neck } from './face.ts'
import { chance, rain, stars } from './nature.ts'

const loaf = (c: Canvas, x: number, y: number, r: number) =>
  group(
    `transform="translate(${x} ${y}) scale(${r / 60})"`,
    ellipse(0, 30, 62, 14, '#2a120a', 'opacity=".45"'),
    path(
      'M-60 24C-66 -30 -30 -50 0 -50C30 -50 66 -30 60 24C40 42 -40 42 -60 24Z',
      c.radial(['0 #f7cd86', '.55 #d18a3c', '1 #7c3f18'], [0.4, 0.3, 0.8])
    ),
    path(
      'M-34 -26C-26 -10 -24 6 -30 26M0 -40C8 -16 8 8 0 32M32 -28C40 -10 40 8 34 24',
      'none',
      'stroke="#fbe7bd" stroke-width="7" stroke-linecap="round"'
    ),
    path('M-50 -6C-48 -30 -24 -42 -4 -44C-24 -36 -38 -24 -42 -2Z', '#fff', 'opacity=".25"')
  )

export const avatar = () => {
  const c = new Canvas(512, 512)
  c.fill(c.linear(['0 #13264a', '.55 #27406c', '1 #5a3a34']))
  // the skylight with rain, and the oven glow
  c.add(
    path('M48 30L300 0H470L360 150L60 160Z', c.linear(['0 #0b1736', '1 #2c4a7c'])),
    stars(24, 400, 130, 8, '#cfe0ff'),
    line('M48 30L300 0H470L360 150L60 160ZM190 14L200 155M330 0L290 152', '#0c1630', 8),
    rain(46, 420, 140, 3, '#bcd2f4', 0.55, 24)
  )
  c.add(rect(0, 268, 512, 14, '#3a2a28'), ...[0, 1, 2, 3, 4].map((n) => loaf(c, 40 + n * 112, 238, 42)))
  c.glow(450, 440, 420, '#ff8a2e', 0.85)
  c.glow(470, 470, 220, '#ffd27a', 0.8)
  c.add(
    path(
      'M256 336C196 340 142 354 110 384C76 416 66 466 62 512H450C446 466 436 416 402 384C370 354 316 340 256 336Z',
      c.linear(['0 #f6efe2', '.6 #d9c6b0', '1 #c98a5c'], [0, 0, 1, 0.3])
    ),
    path(
      'M196 346L184 420L160 512H352L328 420L316 346L304 344L296 408H216L208 344Z',
      c.linear(['0 #35708c', '1 #1c3f58'], [0, 0, 1, 0.4])
    ),
    line('M216 408H296', '#7fb2c8', 3),
    rect(222, 440, 70, 52, 'none', 'stroke="#7fb2c8" stroke-width="3" rx="5"'),
    path('M110 384C96 396 88 420 84 446', 'none', 'stroke="#bda68c" stroke-width="3" opacity=".6"')
  )
  c.add(
    group(
      'transform="translate(256 222)"',
      neck('#7d4a2f', '#3a1c18', 30),
      face(c, {
        skin: '#96603f',
        shade: '#4a241f',
        rim: '#ffb45e',
        brow: '#1b0e0c',
        iris: '#3a2012',
        lip: '#a1594e',
        lipDark: '#5c2a2a',
        jaw: 1.02,
        smile: 0,
        open: 0.82,
        light: 'left',
        browWidth: 6.5,
        browLift: 2,
      }),
      // a broad smile
      path('M-28 46C-12 52 12 52 28 46C24 70 10 76 0 76C-10 76 -24 70 -28 46Z', '#4a1a1c'),
      path('M-24 49C-10 54 10 54 24 49L21 60C8 64 -8 64 -21 60Z', '#fffaf0'),
      line('M-31 44C-12 52 12 52 31 44M-34 40C-33 44 -32 46 -30 47M34 40C33 44 32 46 30 47', '#5c2a2a', 3),
      line('M-14 82C-5 85 5 85 14 82', '#2c1512', 2.4, 'opacity=".6"'),
      // short beard along the jaw
      path(
        'M-60 14C-52 60 -26 88 0 92C26 88 52 60 60 14C64 60 40 100 0 104C-40 100 -64 60 -60 14Z',
        '#1b0e0c',
        'opacity=".8"'
      ),
      // locs under a bandana
      ...[-62, -50, -38, 62, 50, 40].map((x, n) =>
        line(
          `M${x} -44C${x * 1.28} -20 ${x * 1.22} 6 ${x * 1.26} ${26 + (n % 3) * 9}`,
          n % 2 ? '#241310' : '#170b0a',
          12
        )
      ),
      ...[-46, -26, -6, 14, 34].map((x, n) =>
        line(
          `M${x} -92C${x * 1.2} -122 ${x * 1.3 + 8} -136 ${x * 1.4 + (n % 2 ? 14 : -4)} ${-146 + (n % 2) * 14}`,
          n % 2 ? '#2b1713' : '#1b0e0c',
          15
        )
      ),
      path(
        'M-68 -44C-66 -96 -36 -114 0 -114C36 -114 66 -96 68 -44C40 -72 -40 -72 -68 -44Z',
        c.linear(['0 #ffcf5a', '.6 #f09a2a', '1 #b25a18'], [0, 0, 1, 0.4])
      ),
      ...[
        [-44, -70],
        [-20, -86],
        [8, -92],
        [34, -82],
        [-2, -76],
        [52, -64],
      ].map(([x, y]) => circle(x!, y!, 4.5, '#fff6e0', 'opacity=".9"')),
      path(
        'M64 -58C88 -74 104 -66 108 -56C94 -56 84 -48 68 -44ZM66 -50C88 -46 98 -32 96 -22C86 -32 76 -36 64 -38Z',
        '#d67a20'
      ),
      // flour on his cheek
      ellipse(-38, 22, 15, 8, '#fff', 'opacity=".55" transform="rotate(-24 -38 22)"'),
      ellipse(-28, 30, 7, 4, '#fff', 'opacity=".45"')
    )
  )
  // the loaf he holds up
  c.add(
    loaf(c, 384, 424, 82),
    path(
      'M318 512C310 486 316 462 334 456C346 462 352 470 350 480C366 474 378 480 376 490C390 488 396 498 392 512Z',
      c.linear(['0 #96603f', '1 #5c2e22'])
    )
  )
  const random = chance(14)
  for (let n = 0; n < 50; n++)
    c.add(
      circle(
        Math.round(random() * 512),
        Math.round(random() * 512),
        Math.round(10 + random() * 18) / 10,
        '#fff3d8',
        `opacity="${(0.2 + random() * 0.5).toFixed(2)}"`
      )
    )
  c.vignette('#0a0c1c', 0.5)
  return c.toSvg()
}

export const background = () => {
  const c = new Canvas(1600, 900)
  c.fill(c.linear(['0 #172747', '.5 #2c3658', '1 #3a241e']))
  for (let y = 0; y < 11; y++)
    for (let x = 0; x < 18; x++)
      c.add(rect(x * 94 - (y % 2) * 47, y * 56, 90, 52, ['#2b3a62', '#283559', '#30406a'][(x * 3 + y) % 3]!, 'rx="3"'))
  // the skylight
  const pane = c.clip('<path d="M360 40H940L880 270H420Z"/>')
  c.add(
    group(
      `clip-path="${pane}"`,
      rect(340, 20, 620, 270, c.linear(['0 #050b1e', '1 #24406e'])),
      group('transform="translate(340 20)"', stars(50, 620, 180, 5, '#dce8ff'), rain(140, 620, 270, 6, '#b9d0f2', 0.5))
    ),
    line('M360 40H940L880 270H420ZM650 40V270M390 155H910', '#101b34', 12)
  )
  c.glow(640, 180, 420, '#8fb4ee', 0.25)
  // racks of loaves
  c.add(line('M60 330V830M420 330V830', '#1a2136', 12))
  for (let row = 0; row < 4; row++) {
    c.add(rect(50, 420 + row * 120, 380, 10, '#4a4a58'))
    for (let n = 0; n < 4; n++) c.add(loaf(c, 104 + n * 90, 392 + row * 120, 40))
  }
  // the oven
  c.add(
    rect(1120, 150, 430, 600, c.linear(['0 #39404e', '1 #1a1d28']), 'rx="14"'),
    rect(1160, 330, 350, 240, '#0f0a0a', 'rx="10"'),
    rect(
      1172,
      342,
      326,
      216,
      c.radial(['0 #fff0b0', '.35 #ffab3e', '.75 #d2501a', '1 #5c1a0c'], [0.5, 0.8, 0.9]),
      'rx="6"'
    )
  )
  for (let n = 0; n < 3; n++) c.add(loaf(c, 1240 + n * 95, 500, 42))
  c.add(
    line('M1172 530H1498', '#2a120a', 5),
    rect(1180, 600, 310, 16, '#aeb6c2', 'rx="8"'),
    circle(1200, 220, 26, '#aeb6c2'),
    line('M1200 220L1212 204', '#1a1d28', 5),
    ...[1290, 1350, 1410].map((x) => circle(x, 220, 16, '#626b7c')),
    rect(1450, 200, 66, 38, '#0d1610', 'rx="4"'),
    line('M1462 219H1504', '#7dff9a', 6, 'stroke-dasharray="10 8"')
  )
  c.glow(1335, 460, 640, '#ff9a3a', 0.6)
  // the table, dough, flour, radio, phone
  c.add(
    path('M0 760H1600V900H0Z', c.linear(['0 #c79a6a', '.15 #94663e', '1 #3a2012'])),
    line('M0 760H1600', '#f0cfa0', 6)
  )
  c.add(ellipse(780, 772, 240, 18, '#fff6e6', 'opacity=".8"'))
  for (const x of [650, 790, 930])
    c.add(
      path(`M${x - 62} 770C${x - 70} 700 ${x + 70} 700 ${x + 62} 770Z`, c.linear(['0 #fff6e2', '1 #d3b994'])),
      path(
        `M${x - 66} 762C${x - 50} 690 ${x + 50} 690 ${x + 66} 762L${x + 80} 776C${x + 30} 752 ${x - 30} 752 ${x - 80} 776Z`,
        '#e9f0f2',
        'opacity=".75"'
      ),
      line(`M${x - 52} 734C${x - 20} 720 ${x + 20} 720 ${x + 52} 734`, '#5f8fa8', 4, 'opacity=".7"')
    )
  c.add(
    path('M490 770V640C500 620 590 620 600 640V770Z', c.linear(['0 #f6eee0', '1 #b8a58c'])),
    path('M488 646C520 628 570 628 602 646L596 620H494Z', '#e2d4bc'),
    rect(514, 690, 62, 40, 'none', 'stroke="#b25a18" stroke-width="4"'),
    line('M514 710H576M540 690V730', '#b25a18', 3),
    rect(612, 690, 44, 78, '#10131c', 'rx="6" transform="rotate(-8 634 730)"'),
    rect(617, 696, 34, 64, '#9fd0ff', 'rx="2" transform="rotate(-8 634 730)"'),
    rect(1040, 700, 120, 68, '#a8402c', 'rx="10"'),
    circle(1072, 734, 22, '#3a1a14'),
    rect(1104, 716, 44, 14, '#ffe2a0'),
    line('M1140 700L1190 630', '#c9ccd4', 4)
  )
  c.glow(634, 726, 120, '#9fd0ff', 0.4)
  c.vignette('#060814', 0.5)
  return c.toSvg()
}
