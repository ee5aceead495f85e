import { inject } from '@adonisjs/core'
import type { Dashboard } from '../../api.ts'
import { DashboardQuery } from '../dashboard/dashboard_query.ts'

@inject()
export default class DashboardController {
  constructor(private readonly dashboard: DashboardQuery) {}

  show(): Promise<Dashboard> {
    return this.dashboard.run()
  }
}
