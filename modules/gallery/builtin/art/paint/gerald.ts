import { Canvas, circle, ellipse, group, line, path, rect } from './canvas.ts'
import { rain, wisp } from './nature.ts'

export const avatar = () => {
  const c = new Canvas(512, 512)
  c.fill(c.linear(['0 #c9b48a', '.6 #a98c5e', '1 #5a4630']))
  // shelves of folders
  for (let row = 0; row < 3; row++) {
    for (let n = 0; n < 22; n++) {
      const height = 78 + ((n * 37 + row * 19) % 26)
      const colours = ['#8a5a3a', '#d8c79c', '#6f7a4c', '#b8503c', '#c7a35e', '#4f6470']
      c.add(
        rect(n * 24 - 6, row * 124 + 112 - height, 21, height, colours[(n * 5 + row * 2) % 6]!, 'rx="2"'),
        rect(n * 24 - 2, row * 124 + 112 - height + 16, 13, 18, '#f3ead2', 'opacity=".8"')
      )
    }
    c.add(rect(0, row * 124 + 112, 512, 12, '#5a3a22'))
  }
  c.fill(c.linear(['0 #2a1d10 .35', '1 #1a120a .8']))
  c.glow(256, 190, 300, '#ffe6ac', 0.55)
  const hide = c.linear(['0 #9cc56a', '.5 #5b8f4a', '1 #234a33'], [0, 0, 1, 0.7])
  const belly = c.linear(['0 #f2e6b0', '1 #b89a5e'])
  c.add(
    // neck, shirt, tie
    path('M168 300C140 400 96 440 60 512H452C416 440 372 400 344 300Z', hide),
    path('M196 320C186 410 170 460 156 512H356C342 460 326 410 316 320Z', belly),
    ...[0, 1, 2, 3, 4, 5].map((n) =>
      line(
        `M${190 - n * 6} ${346 + n * 30}C230 ${360 + n * 30} 282 ${360 + n * 30} ${322 + n * 6} ${346 + n * 30}`,
        '#a07f45',
        3,
        'opacity=".5"'
      )
    ),
    path('M176 372L256 424L336 372L348 408L276 452L256 438L236 452L164 408Z', '#f6f1e4'),
    path('M236 428H276L284 456L256 472L228 456Z', '#6e4424'),
    path('M234 460L278 460L300 512H212Z', c.linear(['0 #8a5a34', '1 #50301a'])),
    line('M226 486H286M220 502H292', '#a87c50', 4, 'opacity=".8"'),
    // horns and ears
    path('M178 150C150 120 120 66 132 20C150 66 184 92 214 112Z', c.linear(['0 #f4e8c8', '1 #8f7a54'])),
    path('M334 150C362 120 392 66 380 20C362 66 328 92 298 112Z', c.linear(['0 #e2d3ac', '1 #6c5a3c'])),
    line(
      'M138 52L154 46M146 78L168 68M160 102L184 88M374 52L358 46M366 78L344 68M352 102L328 88',
      '#7d6a48',
      3,
      'opacity=".6"'
    ),
    path('M150 190C110 176 84 190 70 166C78 216 112 236 150 236Z', hide),
    path('M362 190C402 176 428 190 442 166C434 216 400 236 362 236Z', '#2f5d3c'),
    // crest
    ...[0, 1, 2, 3, 4].map((n) =>
      path(`M${216 + n * 20} ${104 - (n === 2 ? 14 : n % 4 ? 8 : 0)}l10 -34l10 34z`, '#d9783c')
    ),
    // head
    path(
      'M256 92C190 92 148 134 146 196C144 240 158 262 166 292C176 340 206 372 256 372C306 372 336 340 346 292C354 262 368 240 366 196C364 134 322 92 256 92Z',
      hide
    ),
    path(
      'M256 92C322 92 364 134 366 196C368 240 354 262 346 292C336 340 306 372 256 372C300 330 312 262 300 204C294 150 286 112 256 92Z',
      '#163a2c',
      'opacity=".45"'
    ),
    // muzzle
    path(
      'M256 236C206 236 178 262 176 300C176 344 212 372 256 372C300 372 336 344 336 300C334 262 306 236 256 236Z',
      c.linear(['0 #b7d67c', '1 #4f8044'], [0.2, 0, 0.8, 1])
    ),
    path(
      'M220 274C206 262 194 274 202 288C212 290 220 284 220 274ZM292 274C306 262 318 274 310 288C300 290 292 284 292 274Z',
      '#1d3a28'
    ),
    line('M190 326C220 350 240 342 256 332C272 342 292 350 322 326', '#1f4029', 5),
    path('M206 336l7 17l9 -12zM306 336l-7 17l-9 -12z', '#fffbe8'),
    // scales
    ...[
      [212, 130],
      [240, 118],
      [270, 118],
      [300, 130],
      [226, 148],
      [256, 140],
      [286, 148],
      [172, 220],
      [168, 244],
      [342, 220],
      [346, 244],
    ].map(([x, y]) => line(`M${x! - 8} ${y}c4 7 12 7 16 0`, '#2c5a38', 2.4, 'opacity=".6"')),
    // tired eyes
    ...([206, 306] as const).flatMap((x) => [
      ellipse(x, 204, 32, 27, '#f7efc4'),
      circle(x, 210, 17, c.radial(['0 #ffd44a', '.7 #d98a1e', '1 #7a3e10'])),
      ellipse(x, 210, 5, 15, '#1a0f08'),
      circle(x - 6, 203, 4, '#fff'),
      path(
        `M${x - 38} 206C${x - 30} 166 ${x + 30} 166 ${x + 38} 206C${x + 22} 190 ${x - 22} 190 ${x - 38} 206Z`,
        '#4a7c42'
      ),
      line(`M${x - 26} 234C${x - 10} 242 ${x + 10} 242 ${x + 26} 234`, '#2c5a38', 3, 'opacity=".7"'),
    ]),
    line('M168 168C184 152 212 150 232 164M344 168C328 152 300 150 280 164', '#2c5a38', 6),
    // half-moon spectacles
    ...([204, 308] as const).map((x) =>
      path(
        `M${x - 40} 236H${x + 40}C${x + 38} 272 ${x - 38} 272 ${x - 40} 236Z`,
        '#dff3f0',
        'fill-opacity=".35" stroke="#c99a3c" stroke-width="5"'
      )
    ),
    line('M244 240C250 232 262 232 268 240', '#c99a3c', 5),
    line('M164 238L146 222M348 238L366 222', '#c99a3c', 4),
    line('M178 242L190 262M284 242L296 264', '#fff', 3, 'opacity=".7"'),
    wisp(196, 276, 60, -40, '#f6f1e4', 7, 0.5),
    wisp(150, 250, 190, -26, '#f6f1e4', 11, 0.3),
    wisp(146, 240, 120, -20, '#f6f1e4', 6, 0.35)
  )
  // claws on a folder
  c.add(
    path('M330 440L478 420L492 512H338Z', '#e2c27c'),
    path('M330 440L380 433L390 424L430 420L434 426L478 420L480 434L332 454Z', '#c9a45c'),
    line('M352 476L440 464M354 492L420 484', '#8a6a34', 4, 'opacity=".6"'),
    path(
      'M318 512C312 472 326 450 346 452C360 440 374 446 376 458C390 452 402 460 398 474C408 478 408 490 398 496L384 512Z',
      hide
    ),
    path('M372 460l16 -14l-4 22zM396 474l18 -10l-8 20zM398 494l18 -4l-12 16z', '#f4ecd0')
  )
  c.vignette('#120c06', 0.55)
  return c.toSvg()
}

export const background = () => {
  const c = new Canvas(1600, 900)
  c.fill(c.linear(['0 #3b2a1a', '.6 #6a4b2c', '1 #2a1a0e']))
  // the barn: boards, beams and a great window on the moor
  for (let n = 0; n < 22; n++) c.add(rect(n * 74, 0, 70, 640, n % 2 ? '#4a3320' : '#523a24'))
  const pane = c.clip('<path d="M520 560V200L800 80L1080 200V560Z"/>')
  c.add(
    group(
      `clip-path="${pane}"`,
      rect(500, 60, 600, 520, c.linear(['0 #6f8390', '.7 #b9c2bc', '1 #8fa08a'])),
      path('M500 470C620 400 700 440 800 410C900 380 1000 430 1100 390V580H500Z', '#6a7f5c'),
      path('M500 520C640 470 760 510 900 480C980 464 1040 490 1100 470V580H500Z', '#4d6544'),
      path('M880 420V350h14v-20h12v20h14v-20h12v20h14v70z', '#3d4340'),
      path('M894 346l8 -60l12 30l10 -44l12 74z', '#f0913c', 'opacity=".9"'),
      rain(170, 600, 540, 9, '#e8f0f2', 0.5).replace('<path', '<path transform="translate(500 40)"')
    ),
    line('M520 560V200L800 80L1080 200V560Z', '#2a1a0e', 18),
    line('M800 80V560M520 320H1080', '#2a1a0e', 12),
    path('M0 0H1600V36H0ZM120 0L180 0L60 640H0V620ZM1480 0L1420 0L1540 640H1600V620Z', '#2f1e10')
  )
  c.glow(800, 320, 620, '#e8efe6', 0.28)
  // cabinets on both sides
  for (const left of [40, 210, 1220, 1390]) {
    c.add(rect(left, 300, 160, 350, c.linear(['0 #7c8a7a', '1 #3f4a40'], [0, 0, 1, 0]), 'rx="4"'))
    for (let n = 0; n < 4; n++)
      c.add(
        rect(left + 12, 316 + n * 82, 136, 70, 'none', 'stroke="#2a332c" stroke-width="4" rx="3"'),
        rect(left + 56, 334 + n * 82, 48, 16, '#efe3c2'),
        rect(left + 62, 360 + n * 82, 36, 8, '#cfae62', 'rx="4"')
      )
    c.add(
      rect(left + 20, 270, 60, 30, '#d8c79c'),
      rect(left + 30, 246, 70, 24, '#b8503c'),
      rect(left + 24, 226, 64, 20, '#e2c27c')
    )
  }
  // the desk that was a door
  c.add(
    path('M60 690H1540L1600 900H0Z', c.linear(['0 #9a6a3a', '.2 #6a4222', '1 #2e1a0c'])),
    line('M60 690H1540', '#d9a865', 6),
    line('M330 690L290 900M800 690V900M1270 690L1310 900', '#3a2212', 5),
    circle(1180, 800, 26, 'none', 'stroke="#c99a3c" stroke-width="9"'),
    path('M150 740H430L450 764H130Z', '#2a1a0e', 'opacity=".6"')
  )
  for (let n = 0; n < 9; n++)
    c.add(
      rect(
        180 + (n % 3) * 8,
        724 - n * 15,
        260 - (n % 4) * 14,
        13,
        ['#f4ecd6', '#e2c27c', '#f9f4e6'][n % 3]!,
        `transform="rotate(${(n % 5) - 2} 300 ${724 - n * 15})"`
      )
    )
  c.add(
    // a cactus, a stapler, shortbread, a number
    path('M640 700h80l-10 64h-60z', '#b8503c'),
    path('M664 700C652 600 708 600 696 700Z', '#5b8f4a'),
    path('M668 660c-26 0 -30 -30 -24 -40c8 10 12 18 26 20zM692 650c24 -2 30 -26 24 -38c-8 8 -12 16 -24 18z', '#4a7c42'),
    circle(680, 618, 7, '#f08a9a'),
    path('M840 752L1000 736L1006 756L846 772Z', '#2f3c44'),
    path('M840 752L990 712L1004 734L1000 738Z', '#b8503c'),
    ellipse(1100, 742, 92, 26, '#7a2f2a'),
    ellipse(1100, 732, 92, 26, '#c94f3c'),
    ellipse(1100, 732, 80, 20, '#5a1f1c'),
    ...[0, 1, 2, 3].map((n) => rect(1044 + n * 28, 718 - (n % 2) * 6, 26, 20, '#e8c684', 'rx="3"')),
    // a tail along the floor, and smoke
    path(
      'M1600 900C1500 780 1400 860 1330 810C1290 780 1320 740 1360 752C1340 770 1360 790 1400 788C1480 780 1540 740 1600 790Z',
      c.linear(['0 #7fae58', '1 #23482f'])
    ),
    path('M1352 748l-28 -24l44 4z', '#d9783c'),
    wisp(470, 690, 360, 50, '#efe8d8', 22, 0.16),
    wisp(500, 690, 300, -40, '#efe8d8', 14, 0.16)
  )
  c.vignette('#0d0703', 0.6)
  return c.toSvg()
}
