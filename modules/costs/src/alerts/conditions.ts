import { statfs } from 'node:fs/promises'
import { inject } from '@adonisjs/core'
import { ReplyStatistics } from '#modules/chat/index'
import { LedgerChecks } from '#modules/economy/index'
import { Jobs } from '#modules/jobs/index'
import { Timers } from '#plugins/contract/timers'
import { AlertSettings } from '../../index.ts'

/** How an alert names each condition. */
export const conditionNames = {
  providers_fail: 'Model providers fail',
  jobs_wait: 'Background jobs wait',
  ledger_wrong: 'The ledger does not balance',
  disk_full: 'A disk is nearly full',
} as const

export type Condition = keyof typeof conditionNames

/** A condition that holds, and a sentence with its figures. It contains no text of users. */
export interface Finding {
  condition: Condition
  says: string
}

const hourMs = 3_600_000
/** With fewer errors, a share says little. */
const providerErrorsMin = 10
const providerErrorPercent = 20
const jobWaitMinutesMax = 30
const diskFreePercentMin = 10

/** Reads which conditions hold now. */
@inject()
export class Conditions {
  constructor(
    private readonly replies: ReplyStatistics,
    private readonly jobs: Jobs,
    private readonly ledger: LedgerChecks,
    private readonly timers: Timers,
    private readonly settings: AlertSettings,
    private readonly readDisk: (folder: string) => Promise<{ bavail: number; blocks: number }> = statfs
  ) {}

  async read(): Promise<Finding[]> {
    const found = [await this.#providers(), await this.#jobs(), await this.#ledger(), await this.#disk()]
    return found.filter((finding) => finding !== null)
  }

  async #providers(): Promise<Finding | null> {
    const hours = await this.replies.since(new Date(this.timers.now() - hourMs))
    const errors = hours.reduce((sum, hour) => sum + hour.providerErrors, 0)
    const ended = errors + hours.reduce((sum, hour) => sum + hour.replies, 0)
    if (errors < providerErrorsMin || errors * 100 < ended * providerErrorPercent) return null
    return {
      condition: 'providers_fail',
      says: `In the last hour, ${errors} of ${ended} replies failed or broke off because of a provider.`,
    }
  }

  async #jobs(): Promise<Finding | null> {
    const due = await this.jobs.oldestDueAt()
    const minutes = due === null ? 0 : Math.floor((this.timers.now() - due.getTime()) / 60_000)
    if (minutes < jobWaitMinutesMax) return null
    return { condition: 'jobs_wait', says: `The oldest background job has been waiting for ${minutes} minutes.` }
  }

  async #ledger(): Promise<Finding | null> {
    const count = (await this.ledger.last())?.problemCount ?? 0
    if (count === 0) return null
    return {
      condition: 'ledger_wrong',
      says: `The last ledger check found ${count} ${count === 1 ? 'account that does' : 'accounts that do'} not balance.`,
    }
  }

  async #disk(): Promise<Finding | null> {
    const { bavail, blocks } = await this.readDisk(this.settings.folder)
    // Some network file systems report no size.
    const percent = blocks === 0 ? 100 : Math.floor((bavail * 100) / blocks)
    if (percent >= diskFreePercentMin) return null
    return { condition: 'disk_full', says: `The disk of the data folder has ${percent} % of its space left.` }
  }
}
