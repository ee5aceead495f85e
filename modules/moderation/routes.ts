import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const Reports = () => import('./src/http/reports_controller.ts')
const Notices = () => import('./src/http/notices_controller.ts')
const Statements = () => import('./src/http/statements_controller.ts')
const Sweep = () => import('./src/http/content_sweep_controller.ts')
const Cases = () => import('./src/http/cases_controller.ts')

serve(calls.report, [Reports, 'create'])
serve(calls.listQuotes, [Reports, 'quotes'])

serve(calls.sendNotice, [Notices, 'create'])
serve(calls.confirmNotice, [Notices, 'confirm'])

serve(calls.listStatements, [Statements, 'list'])
serve(calls.appeal, [Statements, 'appeal'])
serve(calls.getStatement, [Statements, 'show'])
serve(calls.appealByLink, [Statements, 'appealByLink'])

serve(calls.listCases, [Cases, 'list'])
serve(calls.getCase, [Cases, 'show'])
serve(calls.getContentSweep, [Sweep, 'show'])
serve(calls.decideCase, [Cases, 'decide'])
serve(calls.undoDecision, [Cases, 'undo'])
serve(calls.decideAppeal, [Cases, 'decideAppeal'])
