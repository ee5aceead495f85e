/** Paints every built-in picture anew: node --import=@poppinss/ts-exec modules/gallery/builtin/art/paint/paint_all.ts */
import { writeFileSync } from 'node:fs'

for (const slug of ['wenna', 'ninety', 'ilario', 'beatriz', 'akari', 'noor', 'gerald', 'sunny']) {
  const { avatar, background } = (await import(`./${slug}.ts`)) as { avatar(): string; background(): string }
  writeFileSync(new URL(`../${slug}-avatar.svg`, import.meta.url), avatar())
  writeFileSync(new URL(`../${slug}-background.svg`, import.meta.url), background())
}
