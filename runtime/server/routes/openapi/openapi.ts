/** `Index/openapi`: the description of the API: tables, the routes of the framework, and those of modules. */
import { apiResponses, apiSchemas, memoizeByObject, type ApiSchema } from '../../../protocol/index.ts'
import { namesOfSchema, plainNames, type RouteNames } from '../../http/known-names.ts'
import { defineRoute, methodsOf, type Route } from '../../http/route.ts'
import type { HookRegistry } from '../../operation/scope.ts'
import type { ModuleRoute } from '../module-routes/declaration.ts'
import type { DeclaredPages } from '../public-pages/declaration.ts'
import { modulePaths } from './module-paths.ts'
import type { RouteDescription } from './operation.ts'
import { pagePaths } from './page-paths.ts'
import { securityOf } from './security.ts'
import { sessionDescriptions, sessionSchemas } from './session-routes.ts'
import { siteDescriptions, siteSchemas } from './site-routes.ts'

export interface ApiParts {
  /** Those of modules. */
  readonly moduleRoutes: readonly ModuleRoute[]
  /** The pages of modules. */
  readonly publicPages: readonly DeclaredPages[]
  /** Those of the framework, of tables among them. */
  readonly ownRoutes: () => readonly Route[]
  /** The document of the tables, as it was generated. */
  readonly describeTables: () => Promise<ApiSchema>
}

export function openapiRoute(parts: ApiParts): Route {
  return defineRoute({
    area: 'admin',
    controller: 'Index',
    action: 'openapi',
    method: 'GET',
    login: 'admin',
    node: 'routine/config/openapi',
    handler: async ({ hooks = new Map() }) => ({ data: await describeApi(parts, hooks) }),
  })
}

async function describeApi(
  { moduleRoutes, publicPages, ownRoutes, describeTables }: ApiParts,
  hooks: HookRegistry,
): Promise<ApiSchema> {
  const tables = await describeTables()
  const components = objectIn(tables, 'components')
  const { paths, schemas } = {
    paths: objectIn(tables, 'paths'),
    schemas: openSchemas(objectIn(components, 'schemas'), hooks),
  }
  return {
    ...tables,
    paths: { ...mergePaths(paths, ownPaths(ownRoutes())), ...modulePaths(moduleRoutes), ...pagePaths(publicPages) },
    components: {
      ...components,
      schemas: { ...Object.fromEntries(apiSchemas), ...schemas, ...sessionSchemas, ...siteSchemas },
      responses: { ...Object.fromEntries(apiResponses), ...objectIn(components, 'responses') },
    },
  }
}

const objectIn = (value: ApiSchema, name: string): ApiSchema => (value[name] as ApiSchema | undefined) ?? {}

/** An address of a table may have a method more from the framework. */
function mergePaths(one: ApiSchema, other: ApiSchema): ApiSchema {
  const both = Object.entries(other).map(([path, item]) => [path, { ...objectIn(one, path), ...(item as ApiSchema) }])
  return { ...one, ...Object.fromEntries(both) }
}

/** Hooks may add members to what is sent of a record: such records have more than their schema says. */
function openSchemas(schemas: ApiSchema, hooks: HookRegistry): ApiSchema {
  const opened = new Set(
    [...hooks].flatMap(([id, list]) =>
      list.some(({ present }) => present) ? [id.replaceAll(/[/_]/g, '').toLowerCase()] : [],
    ),
  )
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const changed = changedMembers[name]
      if (!changed && !opened.has(name.replace(/(List|Option)$/, '').toLowerCase())) return [name, schema]
      const { additionalProperties: _closed, ...open } = schema as ApiSchema
      return [name, changed ? { ...open, properties: { ...objectIn(open, 'properties'), ...changed } } : open]
    }),
  )
}

/** Members that hooks of the framework send as something else in lists, or take as something else. */
const changedMembers: Readonly<Record<string, ApiSchema | undefined>> = {
  SystemAdmin: { last_login_time: { type: ['integer', 'string', 'null'] } },
  SystemAdminGroup: {
    rules: { anyOf: [{ type: 'array', items: { type: ['integer', 'string'] } }, { type: 'string' }] },
  },
  SystemAdminGroupInput: {
    rules: { description: 'ids as a list or a text; `*` among them = all; anything else leaves them as they are' },
  },
}

/** Those of tables have no description here; a test of the document finds others that have none. */
function ownPaths(routes: readonly Route[]): ApiSchema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const { area, controller, action } = route
    for (const method of methodsOf(route)) {
      const described = descriptionOf(route, method)
      if (!described) continue
      const item = (paths[`/${area}/${controller}/${action}`] ??= {})
      item[method.toLowerCase()] = operationOf(route, method, described)
    }
  }
  return paths
}

const descriptions: Readonly<Record<string, RouteDescription | undefined>> = {
  ...sessionDescriptions,
  ...siteDescriptions,
}

function descriptionOf({ area, controller, action }: Route, method: string): RouteDescription | undefined {
  const address = `${area}/${controller}/${action}`
  return descriptions[`${address} ${method}`] ?? descriptions[address]
}

/** The names that requests of a route of the framework may have; null where it has no description. */
export const describedNames = memoizeByObject((route: Route, method: string): RouteNames | null => {
  const described = descriptionOf(route, method)
  if (!described) return null
  const { query = {}, body } = described
  return {
    query: plainNames(...Object.keys(query).map((name) => name.replace(/\[\]$/, ''))),
    body: method === 'POST' && body ? namesOfSchema(body) : plainNames(),
  }
})

function operationOf(
  { area, controller, action, login, node, method: declared }: Route,
  method: string,
  { summary, query, needs = [], body, form, responses }: RouteDescription,
): ApiSchema {
  const isSecond = typeof declared !== 'string' && method === 'GET'
  return {
    operationId: [area === 'api' ? 'api' : [], controller.replaceAll('.', '_'), action, isSecond ? 'read' : []]
      .flat()
      .join('_'),
    tags: [controller],
    summary,
    ...(node !== null && { description: `Requires the right ${node}.` }),
    ...securityOf(login),
    ...(query && {
      parameters: Object.entries(query).map(([name, schema]) => ({
        name,
        in: 'query',
        required: needs.includes(name),
        schema,
      })),
    }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    ...(form && { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }),
    responses,
  }
}
