import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

const subnet = '10.77.0'
const bridge = 'machines'

/**
 * A network of machines, each a network namespace of Linux, on one bridge. The process must run in a namespace of its own (`unshare --net`),
 * whose end removes all of them.
 */
export class Network {
  /** The address of this process. */
  static host = `${subnet}.1`
  /** All machines, as PostgreSQL writes their addresses. */
  static range = `${subnet}.0/24`
  #machines = []

  constructor() {
    run('ip', 'link', 'set', 'lo', 'up')
    run('ip', 'link', 'add', bridge, 'type', 'bridge')
    run('ip', 'addr', 'add', `${Network.host}/24`, 'dev', bridge)
    run('ip', 'link', 'set', bridge, 'up')
  }

  async addMachine(name) {
    const number = this.#machines.length
    // Ends when its input closes, also if this process is killed.
    const holder = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'ignore', 'inherit'] })
    const machine = new Machine({ name, host: `${subnet}.${10 + number}`, link: `machine${number}`, holder })
    for (const deadline = Date.now() + 10_000; machine.namespace === ownNamespace; await sleep(5))
      if (Date.now() > deadline) throw new Error('A network namespace did not appear.')
    machine.connect()
    this.#machines.push(machine)
    return machine
  }

  close() {
    for (const machine of this.#machines) machine.close()
  }
}

class Machine {
  #holder
  #link

  constructor({ name, host, link, holder }) {
    this.name = name
    this.host = host
    this.#link = link
    this.#holder = holder
  }

  get namespace() {
    return namespaceOf(this.#holder.pid)
  }

  /** Returns a command that runs another one on this machine, as the user with these ids. */
  command(file, args, { uid, gid } = {}) {
    const user = uid === undefined ? [] : [`--setuid=${uid}`, `--setgid=${gid}`]
    return ['nsenter', `--target=${this.#holder.pid}`, '--net', ...user, '--', file, ...args]
  }

  connect() {
    const { pid } = this.#holder
    run('ip', 'link', 'add', this.#link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
    run('ip', 'link', 'set', this.#link, 'master', bridge, 'up')
    const [file, ...args] = this.command('ip', [])
    run(file, ...args, 'addr', 'add', `${this.host}/24`, 'dev', 'eth0')
    for (const device of ['lo', 'eth0']) run(file, ...args, 'link', 'set', device, 'up')
  }

  /** Cuts the machine off. Packets vanish. */
  partition() {
    run('ip', 'link', 'set', this.#link, 'down')
  }

  heal() {
    run('ip', 'link', 'set', this.#link, 'up')
  }

  /** Sends a signal to all processes of the machine. */
  signal(signal) {
    for (const pid of this.pids())
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended meanwhile.
      }
  }

  pids() {
    const { namespace } = this
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== this.#holder.pid && namespaceOf(pid) === namespace)
  }

  /** Kills all processes at once, as a machine that loses its power. */
  async kill() {
    for (const deadline = Date.now() + 10_000; this.pids().length > 0; await sleep(10)) {
      if (Date.now() > deadline) throw new Error(`Processes of ${this.name} do not end.`)
      this.signal('SIGKILL')
    }
  }

  close() {
    this.signal('SIGKILL')
    this.#holder.kill('SIGKILL')
  }
}

/** Returns null for a process that has ended. */
function namespaceOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    return null
  }
}

const ownNamespace = namespaceOf('self')

function run(file, ...args) {
  const { status, stderr, error } = spawnSync(file, args, { encoding: 'utf8' })
  if (status !== 0) throw error ?? new Error(`${file} ${args.join(' ')}: ${stderr}`)
}
