/**
 * Controllers of pages that BuildAdmin's clients have and this product does not: whoever opens one of them is told so,
 * where those clients would show that an address was not found.
 */
import { codes } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { routeKey } from '../address.ts'
import { defineRoute, type Method, type Route } from '../route.ts'

const actions: Readonly<Record<string, Readonly<Record<string, Method | readonly Method[]>>>> = {
  'crud.Log': { index: 'GET', add: 'POST', edit: ['GET', 'POST'], del: 'DELETE' },
  'crud.Crud': {
    generate: 'POST',
    delete: 'POST',
    logStart: 'POST',
    generateCheck: 'POST',
    checkCrudLog: 'GET',
    parseFieldData: ['GET', 'POST'],
    getFileData: 'GET',
    databaseList: 'GET',
    uploadCompleted: 'POST',
    uploadLog: 'POST',
    logs: 'GET',
  },
  module: {
    index: 'GET',
    state: 'GET',
    install: 'POST',
    update: 'POST',
    uninstall: 'POST',
    changeState: 'POST',
    upload: 'POST',
    dependentInstallComplete: 'POST',
  },
}

/** The routes of the product, and those of pages that it does not have. */
export function withAbsentPages(routes: readonly Route[]): readonly Route[] {
  const keys = new Set(routes.map(keyOf))
  const absent = Object.entries(actions).flatMap(([controller, methods]) =>
    Object.entries(methods)
      .filter(([action]) => !keys.has(keyOf({ area: 'admin', controller, action })))
      .map(([action, method]) =>
        defineRoute({
          area: 'admin',
          controller,
          action,
          method,
          login: 'admin',
          node: null,
          handler: async ({ language }) => ({
            code: codes.refused,
            msg: t(language, controller === 'module' ? 'compat.no_modules' : 'compat.no_designer'),
            data: [],
          }),
        }),
      ),
  )
  return [...routes, ...absent]
}

const keyOf = ({ area, controller, action }: Pick<Route, 'area' | 'controller' | 'action'>): string =>
  routeKey(area, controller, action)
