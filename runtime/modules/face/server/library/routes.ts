/** The page of thresholds: the rates of the site's own library. */
import { createRouteDefinition } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { calibrateNow, readThresholds } from '../../shared/face-routes.ts'
import { reachedThreshold } from './calibrate.ts'
import { calibrateLibrary, lastCalibration, obstacleOf } from './calibration.ts'
import { readLibrary } from './library.ts'
import { engineOf, targetOf, thresholdsOf, wantsAutomatic } from './settings.ts'

const defineModuleRoute = createRouteDefinition<Database>()

const readRoute = defineModuleRoute(readThresholds, {
  login: 'admin',
  right: 'face/thresholds/index',
  label: { 'zh-cn': '识别阈值', en: 'Thresholds' },
  maxPerMinute: 60,
  handler: async ({ scope }) => {
    const engine = engineOf(scope)
    const [calibration, obstacle, library] = await Promise.all([
      lastCalibration(scope.database.query, engine),
      obstacleOf(scope, engine),
      readLibrary(scope, engine),
    ])
    const { match, suspect } = thresholdsOf(scope)
    const target = targetOf(scope)
    return {
      engine: `${engine.name} ${engine.version}`,
      match: match.toFixed(2),
      suspect: suspect.toFixed(2),
      automatic: wantsAutomatic(scope),
      in_force: wantsAutomatic(scope) && obstacle === null,
      obstacle: obstacle ?? '',
      max_far: target.maxFar,
      max_frr: target.maxFrr,
      enrolled: library.length,
      calibration: calibration && { ...calibration, threshold: reachedThreshold(calibration.curve, target) },
    }
  },
})

const calibrateRoute = defineModuleRoute(calibrateNow, {
  login: 'admin',
  right: 'face/thresholds/calibrate',
  label: { 'zh-cn': '重新计算误识率', en: 'Compute the error rates' },
  maxPerMinute: 6,
  handler: async ({ scope, trx }) => {
    await calibrateLibrary(scope, trx)
    return null
  },
})

export const thresholdRoutes = [readRoute, calibrateRoute]
