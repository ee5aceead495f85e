import { RubyIcon } from '#web/components/shared/ruby_icon'
import { Logo } from '#web/components/ui/logo'
import { LogoMark } from '#web/components/ui/logo_mark'
import { classNames } from '#web/lib/class_names'
import { Chapter, Specimen } from './specimen.tsx'

const grounds = ['bg', 'bg-sunken', 'bg-raised', 'bg-float', 'bg-hover', 'bubble-user', 'accent-soft']
const tinted = ['accent', 'danger', 'success', 'warning'] as const
const tintedClasses = {
  accent: 'bg-accent-soft text-accent-text border-transparent',
  danger: 'bg-danger text-danger-text border-danger-line',
  success: 'bg-success text-success-text border-success-line',
  warning: 'bg-warning text-warning-text border-warning-line',
}
const headings = [
  ['display', 'text-display'],
  ['4xl', 'text-4xl'],
  ['3xl', 'text-3xl'],
  ['2xl', 'text-2xl'],
  ['xl', 'text-xl'],
  ['lg', 'text-lg'],
] as const
const texts = [
  ['base', 'text-base'],
  ['ui', 'text-ui'],
  ['sm', 'text-sm'],
  ['xs', 'text-xs'],
] as const

export function FoundationSpecimens() {
  return (
    <>
      <Chapter title="Brand">
        <Specimen name="Logo">
          <Logo className="text-4xl" />
          <Logo className="ml-6 text-lg" />
        </Specimen>
        <Specimen name="Mark, 16 to 96">
          {['size-4', 'size-6', 'size-8', 'size-12', 'size-24'].map((size) => (
            <LogoMark key={size} className={size} />
          ))}
        </Specimen>
        <Specimen name="In one colour">
          {['size-4', 'size-6', 'size-8', 'size-12', 'size-24'].map((size) => (
            <LogoMark key={size} isPlain className={size} />
          ))}
        </Specimen>
        <Specimen name="Gem, the ruby">
          {['size-4', 'size-6', 'size-10'].map((size) => (
            <RubyIcon key={size} className={size} />
          ))}
        </Specimen>
      </Chapter>
      <Chapter title="Colour">
        <Specimen name="Text on grounds" isWide>
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {grounds.map((ground) => (
              <li
                key={ground}
                className="rounded-panel border border-line p-3 text-sm"
                style={{ background: `var(--${ground})` }}
              >
                <p className="font-semibold">{ground}</p>
                <p className="text-soft">Soft text</p>
                {ground !== 'accent-soft' && <p className="text-faint">Faint text</p>}
                <p className="text-accent-text">Accent text</p>
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen name="Meanings">
          <span className="rounded-control bg-accent px-4 py-2 text-on-accent">on accent</span>
          <span className="rounded-control bg-accent-hover px-4 py-2 text-on-accent">hovered</span>
          {tinted.map((name) => (
            <span key={name} className={classNames('rounded-control border px-4 py-2', tintedClasses[name])}>
              {name}
            </span>
          ))}
        </Specimen>
        <Specimen name="Lines">
          <span className="h-11 w-24 rounded-control border border-line" />
          <span className="h-11 w-24 rounded-control border border-line-strong" />
          <span className="h-11 w-24 rounded-control outline-2 outline-offset-2 outline-focus" />
        </Specimen>
      </Chapter>
      <Chapter title="Type">
        {headings.map(([name, size]) => (
          <Specimen key={name} name={`display ${name}`} isWide>
            <p className={classNames('display break-words', size)}>Wenna Thorncroft keeps the Lantern</p>
          </Specimen>
        ))}
        <Specimen name="read" isWide>
          <p className="max-w-measure text-read">
            <em>She turns the key twice, the second time for luck.</em> The rain has been at that door since Tuesday,
            and so has the magistrate, but neither of them has ordered anything yet. Sit. You look like a man who has
            walked from Marrow Bridge on an empty stomach, and the stew is only a little burnt.
          </p>
        </Specimen>
        {texts.map(([name, size]) => (
          <Specimen key={name} name={name} isWide>
            <p className={size}>
              Every reply costs a few rubies: 1, 3, 7 or 15. <b className="font-semibold">Żółć, Œuvre, Łódź</b>
            </p>
          </Specimen>
        ))}
      </Chapter>
      <Chapter title="Shape and height">
        <Specimen name="Radii">
          {['rounded-control', 'rounded-panel', 'rounded-card', 'rounded-full'].map((radius) => (
            <span key={radius} className={classNames('size-20 border border-line-strong bg-raised', radius)} />
          ))}
        </Specimen>
        <Specimen name="Elevations">
          {['shadow-rest', 'shadow-card', 'shadow-float'].map((shadow) => (
            <span
              key={shadow}
              className={classNames(
                'grid h-20 w-32 place-items-center rounded-card bg-float text-sm text-faint',
                shadow
              )}
            >
              {shadow}
            </span>
          ))}
        </Specimen>
        <Specimen name="Motion, hover it">
          {[
            ['short', 'duration-short ease-out'],
            ['medium', 'duration-medium ease-out'],
            ['long', 'duration-long ease-out'],
            ['spring', 'duration-long ease-spring'],
          ].map(([name, motion]) => (
            <span key={name} className="group w-36 rounded-panel bg-sunken p-2 text-sm text-faint">
              <span
                className={classNames(
                  'grid h-11 w-16 place-items-center rounded-control bg-hover transition-[translate] group-hover:translate-x-16',
                  motion
                )}
              >
                {name}
              </span>
            </span>
          ))}
        </Specimen>
      </Chapter>
    </>
  )
}
