import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runtimeOf } from './models_folder.ts'

/** The folder with `package.json` and the lock file, which pin the packages. `npm ci` verifies them. */
const pinned = join(import.meta.dirname, '../runtime')

/** The packages of llama.cpp without CUDA and Vulkan, by platform and architecture. */
const binaries: Record<string, string> = {
  'linux-x64': '@node-llama-cpp/linux-x64',
  'linux-arm64': '@node-llama-cpp/linux-arm64',
  'darwin-x64': '@node-llama-cpp/mac-x64',
  'darwin-arm64': '@node-llama-cpp/mac-arm64-metal',
}

const npmArguments = [
  'ci',
  // Omits the binaries for graphics cards, which take 640 MB.
  '--omit=optional',
  '--omit=dev',
  '--omit=peer',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/**
 * Installs llama.cpp for this machine's processor into the folder (about 85 MB), unless this version is installed. Returns whether it
 * installed it. Throws with npm's output when npm fails.
 */
export const installRuntime = async (folder: string): Promise<boolean> => {
  const place = runtimeOf(folder)
  const lock = lockForThisMachine()
  const stamp = join(place, 'installed.json')
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lock.text
  if (isInstalled()) return false
  const draft = `${place}.${process.pid}`
  try {
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    writeFileSync(join(draft, 'package.json'), lock.manifest)
    writeFileSync(join(draft, 'package-lock.json'), lock.text)
    await runNpm(draft)
    rmSync(join(draft, '.npm'), { recursive: true, force: true })
    cpSync(join(draft, 'package-lock.json'), join(draft, 'installed.json'))
    try {
      renameSync(draft, place)
    } catch (error) {
      if (!existsSync(place)) throw error
      // Another process may have installed the same version in the meantime, and may already use it.
      if (isInstalled()) return false
      rmSync(place, { recursive: true })
      renameSync(draft, place)
    }
    return true
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Returns the pinned packages, with this machine's binary as a required package. */
const lockForThisMachine = () => {
  const binary = binaries[`${process.platform}-${process.arch}`]
  if (!binary) throw new Error(`There is no llama.cpp for ${process.platform}-${process.arch}.`)
  const manifest = JSON.parse(readFileSync(join(pinned, 'package.json'), 'utf8'))
  const lock = JSON.parse(readFileSync(join(pinned, 'package-lock.json'), 'utf8'))
  const entry = lock.packages[`node_modules/${binary}`]
  delete entry.optional
  manifest.dependencies[binary] = lock.packages[''].dependencies[binary] = entry.version
  return { manifest: JSON.stringify(manifest), text: JSON.stringify(lock) }
}

const runNpm = (cwd: string) =>
  new Promise<void>((resolve, reject) => {
    // `npm run` would make npm use its own project, and the home folder may be read-only.
    const places = [`--prefix=${cwd}`, `--cache=${cwd}/.npm`]
    const npm = spawn('npm', [...npmArguments, ...places], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes))
    npm.on('error', () => reject(new Error('npm is needed to install llama.cpp, but it could not be started.')))
    npm.on('close', (code) => {
      if (code === 0) return resolve()
      reject(new Error(`npm could not install llama.cpp:\n${Buffer.concat(output).toString().trim()}`))
    })
  })
