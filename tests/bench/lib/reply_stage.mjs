import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFacet } from './facet.mjs'
import { canMeasureProcesses, countDescendants, watchTrees } from './proc.mjs'
import { openStage, startModel } from './stage.mjs'

/** Returns the mock model's name for the pace of a scene. */
export const pacedModel = ({ tokens, firstMs, delayMs }) => `mock:t=${tokens},f=${firstMs},d=${delayMs}`

const startDeadlineMs = 15_000 // for each process, because they start one after another

const file = (name) => join(import.meta.dirname, name)

/**
 * Opens databases with durable commits, the mock model and the load driver. `startFloor` and `startServer` return a side,
 * `{ client, pid, url, … }`; `play` runs one round of load on it.
 */
export async function openReplyStage(undo, { warmUpMs }) {
  const { dataDir, databases, processes } = await openStage(undo, { isDurable: true })
  const model = await startModel(processes)
  const driver = processes.fork('load driver', file('load.mjs'))
  const trees = { postgres: databases.postmaster, client: driver.child.pid, mock: model.pid }
  return {
    dataDir,
    databases,
    processes,
    model,
    async startFloor(name, databaseUrl) {
      const floor = processes.fork(name, file('floor.mjs'), {
        FLOOR_MODEL_URL: `${model.url}/chat/completions`,
        FLOOR_DATABASE_URL: databaseUrl,
      })
      const { port } = await floor.nextMessage()
      return {
        client: 'floor',
        pid: floor.child.pid,
        url: `http://127.0.0.1:${port}`,
        async stop(signal) {
          floor.child.kill(signal)
          await floor.ended
        },
      }
    },
    async startServer({ models, people, processCount = 1, root, databaseUrl = databases.facetUrl, env }) {
      const facet = await startFacet(processes, {
        databaseUrl,
        dataDir: join(dataDir, root === undefined ? 'facet' : 'beside'),
        modelUrl: model.url,
        models,
        people,
        processCount,
        root,
        env,
      })
      await untilStarted(facet.pid, processCount)
      return { client: 'facet', ...facet }
    },
    play: (side, name, scene, measureMs, observer) =>
      playRound(driver, trees, side, name, { scene, warmUpMs, measureMs }, observer),
  }
}

/** Waits for all processes of the launcher, which starts the others after the first one is ready. */
async function untilStarted(launcher, processCount) {
  if (processCount === 1 || !canMeasureProcesses) return
  for (
    const deadline = Date.now() + startDeadlineMs * processCount;
    countDescendants(launcher) < processCount;
    await sleep(100)
  )
    if (Date.now() > deadline)
      throw new Error(`The launcher started ${countDescendants(launcher)} of ${processCount} server processes.`)
}

/**
 * Plays one round of load on one side. Resolves to the driver's results, and `used`, the CPU and memory of each process tree. `observer`
 * gets `begin()` and `end()`.
 */
function playRound({ child, ended, describeEnd }, trees, side, name, order, observer) {
  return new Promise((settle, reject) => {
    const { client, pid, url, characterIds, cookies } = side
    let watch = null
    let used = null
    const hear = (message) => {
      if (message.measuring === true) {
        watch = watchTrees({ server: pid, ...trees })
        observer?.begin()
      } else if (message.measuring === false) {
        used = watch.stop()
        observer?.end()
      } else {
        child.off('message', hear)
        if (message.failed) return reject(new Error(message.failed))
        const { errors, errorKinds } = message.result
        if (errors > 0) console.log(`${name}: ${JSON.stringify(errorKinds)}`)
        settle({ ...message.result, used })
      }
    }
    child.on('message', hear)
    ended.then(() => reject(new Error(describeEnd())))
    child.send({ side: client, at: { url, characterIds, cookies }, ...order })
  })
}
