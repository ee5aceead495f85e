import { globSync } from 'node:fs'
import { test } from '@japa/runner'
import { root, sources, textOf } from './sources.ts'

/** The files of the server that read the time or wait without `Timers`, and for what. No test depends on these times. */
const permitted: Record<string, string> = {
  'modules/kernel/steps.ts': 'the length of a slice of CPU time',
  'modules/kernel/user_turns.ts': 'the time in a queue',
  'modules/kernel/sql.ts': 'the deadline of a health check',
  'modules/kernel/temporary_folders.ts': 'the age of files',
  'modules/economy/src/checks/database_ledger_checks.ts': 'the duration of a check, and of a slice of it',
  'modules/economy/src/http/payment_webhooks_controller.ts': 'the time of a signature',
  'modules/kernel/background/serve_jobs.ts': 'a child process',
  'modules/kernel/background/background_process.ts': 'the deadline and the end of a child process',
  'modules/cards/src/chats/import_chat_file.ts': 'the date of messages without one',
  'modules/cards/src/retry_while_busy.ts': 'a pause between two attempts',
  'modules/cards/src/exports/writing/write_texts.ts': 'a date in a file',
  'modules/cards/src/http/card_exports_controller.ts': 'a date in the name of a file',
  'modules/cards/src/importing/card_importer.ts': 'the deadline of the pictures of an import',
  'modules/cards/src/importing/reading/read_card_file.ts': 'the date of messages without one',
  'modules/cards/src/importing/store_pictures.ts': 'the deadline of the pictures of an import',
  'modules/cards/src/importing/import_turns.ts': 'the interval of a progress report',
  'modules/cards/provider.ts': 'a date in a file',
  'modules/realtime/src/http/event_stream.ts': 'the interval of pings',
  'modules/lore/src/patterns/match_patterns.ts': 'the deadline of a child process',
  'modules/imagegen/src/http/form_receiver.ts': 'the deadline of an upload',
  'modules/accounts/src/exports/export_sections.ts': 'a date in a file',
  'modules/accounts/src/http/export_controller.ts': 'a date in the name of a file',
  'modules/accounts/src/second_factor/time_codes.ts': 'the time step of a code',
  'apps/server/src/hand_over.ts': 'the pauses of a shutdown',
  'apps/server/src/launcher_link.ts': 'the pauses of a start',
  'apps/server/src/metrics/metrics.ts': 'the age of metrics',
  'apps/server/src/metrics/database_metrics.ts': 'the deadline of metrics',
  'apps/server/middleware/request_log_middleware.ts': 'the duration of a request',
  'apps/server/middleware/metrics_middleware.ts': 'the duration of a request',
  'plugins/image-replicate/src/replicate.ts': 'the pauses between two looks at a picture',
  'plugins/image-sdapi/src/sd_api_images.ts': 'the pauses between two looks at a picture',
  'plugins/image-comfyui/src/comfy_ui_images.ts': 'the pauses between two looks at a picture',
  'plugins/contract/probe_model.ts': 'the duration of a probe',
  'plugins/contract/body.ts': 'the deadline of the rest of a body',
  'plugins/contract/http_failure.ts': 'the date in Retry-After',
  'plugins/contract/timers.ts': 'the timers of the system',
  'plugins/image-local/src/drawing_pool.ts': 'the end of idle threads',
  'plugins/model-llama/src/runner_transport.ts': 'the start of a child process',
  'plugins/model-llama/src/runner.ts': 'a child process',
  'plugins/payment-btcpay/src/invoice.ts': 'the minutes until an order expires',
  'plugins/payment-sandbox/src/sandbox_payments.ts': 'the date of events',
  'plugins/payment-sandbox/src/webhook_sender.ts': 'the pauses between two deliveries',
  'plugins/payment-stripe/src/failure.ts': 'the date in Retry-After',
  'cli/download.ts': 'a command of the operator',
  'cli/progress.ts': 'a command of the operator',
  'cli/commands/doctor.ts': 'a command of the operator',
  'cli/commands/seed_demo.ts': 'a command of the operator',
}

/** The only tests and helpers that wait for the clock or measure it, and for what. */
const waiting: Record<string, string> = {
  'tests/support/wait_until.ts': 'polls a state, and gives up',
  'tests/support/model_upstream.ts': 'the pace of words of a model',
  'tests/browser/support/journey.ts': 'closes a browser that hangs',
  'tests/faults/database_away.spec.ts': 'an outage that is longer than a lease, of several servers',
  'tests/faults/database_refuses_writes.spec.ts': 'an outage that is longer than a lease, of several servers',
  'tests/faults/drain.spec.ts': 'moments of a start, which has no channel yet',
  'tests/faults/frozen_database.spec.ts': 'the deadlines of connections and of a health check',
  'tests/faults/two_servers.spec.ts': 'a paused process, whose clock goes on',
  'apps/server/tests/fuzz/wire.ts': 'a connection that stays silent',
  'apps/launcher/tests/support/world.mjs': 'polls a state, and gives up',
}

const time =
  /\bDate\.now\(|\bperformance\.now\(|\bnew Date\(\)|\bset(Timeout|Interval)\(|\bAbortSignal\.timeout\(|\bsetTimeout as /

/** Benchmarks, tools, and programs that tests run. */
const notTests =
  /node_modules|^tests\/(architecture|bench|browser\/pictures)\/|^plugins\/kits\/tests\/broken\/|\/stub_server\.mjs$/
/** A call without a time only lets other work go first. */
const wait = /\bsetTimeout( as |\((?!\w+\)))|\bwaitForTimeout\(|\bsystemTimers\.(sleep|after)\(/
/** Differences between the clock and another time. A time in the past or the future, as the input of a test, is none. */
const measurement =
  /\bperformance\.now\(\)|\bassert\.(closeTo|approximately|is[A-Z]\w+)\(.*\bDate\.now\(\)|(getTime\(\)|Date\.parse\(.*\)) - Date\.now\(\)|\bDate\.now\(\) (-|<|>) (Date|\w+At\b)/

test.group('Time', () => {
  test('is taken from Timers, except for what no test depends on', ({ assert }) => {
    const found = sources.filter(
      (file) => !/^(apps\/web|plugins\/kits)\//.test(file) && time.test(textOf(file)) && !permitted[file]
    )
    assert.deepEqual(found, [], 'Take Timers from the constructor, the context or the container.')
  })

  test('is advanced by tests instead of waited for or measured, except in at most ten files', ({ assert }) => {
    const found = globSync(
      [
        '{modules/**/tests,plugins/**/tests,apps/*/tests,cli/tests,tests}/**/*.{ts,tsx,mjs}',
        'apps/web/src/**/*.test.{ts,tsx}',
      ],
      { cwd: root }
    )
      .filter((file) => !notTests.test(file))
      .filter((file) => wait.test(textOf(file)) || measurement.test(textOf(file)))
    assert.deepEqual(
      found.filter((file) => !waiting[file]),
      [],
      'Wait for a state (waitUntil), hold the server at a gate, advance AdjustableTimers, or compare with stored times.'
    )
    assert.sameMembers(Object.keys(waiting), found)
    assert.isAtMost(found.length, 10)
  })
})
