import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ask, choose, refuseMissing } from '../ask.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused, wrongUsage, type Outcome } from '../outcome.ts'

const kinds = ['model', 'payment', 'image']
const here = join(import.meta.dirname, '../..')
/** The project's own folder, from the sources and from `build/`. */
const projectRoot = basename(here) === 'build' ? dirname(here) : here
/** Of the sources: they hold folders of tests, which no build keeps. */
const templates = join(projectRoot, 'cli/templates')

export const makePlugin: DefineCommand = (program, run) => {
  const command = program
    .command('make-plugin')
    .description('write the folder of a new provider, which passes its conformance kit as it is')
    .argument('[kind]', kinds.join(', '))
    .argument('[name]', "the vendor's, in small letters, digits and hyphens")
    .action((kind: string | undefined, name: string | undefined) => run(() => make(kind, name)))
  withExamples(command, ['npm run cli -- make-plugin model parrot', 'writes plugins/model-parrot'])
}

const make = async (givenKind: string | undefined, givenName: string | undefined): Promise<Outcome> => {
  const missing = refuseMissing({ [`the kind (${kinds.join(', ')})`]: givenKind, 'the name': givenName })
  if (missing) return missing
  const kind = givenKind || (await choose('Kind:', kinds))
  const name = givenName || (await ask('Name of the vendor:'))
  if (!kinds.includes(kind)) return wrongUsage(`A plugin is one of ${kinds.join(', ')}, not '${kind}'.`)
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40)
    return wrongUsage(
      `The name '${name}' is none: small letters, digits and single hyphens, a letter first, 40 at most.`
    )
  const folder = join('plugins', `${kind}-${name}`)
  const target = join(projectRoot, folder)
  if (existsSync(target)) return refused(`${folder} is there already: nothing was written.`, { folder })
  const files = await write(join(templates, kind), target, namesOf(name))
  return done([`${folder} is written, and passes its kit as it is:`, ...files, '', ...next(kind, name)].join('\n'), {
    folder,
    files,
  })
}

type Names = Record<'__name__' | '__snake__' | '__camel__' | '__Pascal__', string>

const namesOf = (name: string): Names => {
  const Pascal = name.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())
  return {
    __name__: name,
    __snake__: name.replaceAll('-', '_'),
    __camel__: Pascal[0]!.toLowerCase() + Pascal.slice(1),
    __Pascal__: Pascal,
  }
}

const fill = (text: string, names: Names) =>
  Object.entries(names).reduce((filled, [placeholder, name]) => filled.replaceAll(placeholder, name), text)

/** Beside its place first, then moved there whole: a folder that is there is a plugin. Gives the files, as paths within it. */
const write = async (template: string, target: string, names: Names): Promise<string[]> => {
  const draft = `${target}.draft-${process.pid}`
  try {
    const files: string[] = []
    for (const path of readdirSync(template, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!path.endsWith('.tpl')) continue
      const file = fill(path.slice(0, -'.tpl'.length), names)
      mkdirSync(dirname(join(draft, file)), { recursive: true })
      const text = fill(readFileSync(join(template, path), 'utf8'), names)
      writeFileSync(join(draft, file), await formatted(text, join(target, file)))
      files.push(file)
    }
    renameSync(draft, target)
    return files
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** As `npm run check` wants it, however long the name is. */
const formatted = async (text: string, filepath: string) => {
  const prettier = await import('prettier')
  return prettier.format(text, { ...(await prettier.resolveConfig(filepath)), filepath })
}

const next = (kind: string, name: string): string[] => {
  const { __camel__: camel } = namesOf(name)
  const folder = `${kind}-${name}`
  return [
    'Next:',
    `1. Run its kit: npm test -- --only japa units --files='plugins/${folder}/tests/*'`,
    "2. Make it the vendor's: first tests/framing.ts, then src/. docs/plugins.md leads through it.",
    ...wiring(kind, name, camel),
  ]
}

const wiring = (kind: string, name: string, camel: string): string[] => {
  if (kind === 'model')
    return [
      `3. Add to config/model_providers.ts: ${propertyName(name)}: () => ${camel}Model({ baseUrl: '…', apiKey: '…' }), and set MODELS_PROVIDER=${name}`,
    ]
  if (kind === 'payment')
    return [`3. Let config/payments.ts choose ${camel}Payments({ baseUrl: '…', apiKey: '…', webhookSecret: '…' }).`]
  return [
    `3. Add to the choices of config/images.ts: ${propertyName(name)}: { provider: '…', note: null, needs: [], open }, whose open loads plugins/image-${name} as its neighbours do theirs and gives ${camel}Images({ baseUrl: '…', apiKey: '…' }), and set IMAGES_PROVIDER=${name}`,
  ]
}

const propertyName = (name: string) => (name.includes('-') ? `'${name}'` : name)
