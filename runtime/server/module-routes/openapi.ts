/** `Index/openapi`: the description of the API, with the routes of modules. */
import { defineRoute, type Route } from '../http/route.ts'
import type { ModuleRoute, ObjectSchema } from './declaration.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Describes the routes of modules in an OpenAPI document: they are declared in code, which the generator does not run.
 * @param describeTables the document of the tables, as it was generated
 */
export function openapiRoute(routes: readonly ModuleRoute[], describeTables: () => Promise<Json>): Route {
  return defineRoute({
    area: 'admin',
    controller: 'Index',
    action: 'openapi',
    method: 'GET',
    login: 'admin',
    node: null,
    handler: async () => {
      const tables = await describeTables()
      return { data: { ...tables, paths: { ...(tables['paths'] as Json | undefined), ...pathsOf(routes) } } }
    },
  })
}

function pathsOf(routes: readonly ModuleRoute[]): Json {
  return Object.fromEntries(
    routes.map((route) => [
      `/${route.path}`,
      {
        ...(route.area === 'api' && { servers: [{ url: '/api' }] }),
        [route.method.toLowerCase()]: operationOf(route),
      },
    ]),
  )
}

function operationOf({ path, label, login, right, input, method }: ModuleRoute): Json {
  const [controller = '', action = ''] = path.split('/')
  return {
    operationId: `${controller.replaceAll('.', '_')}_${action}`,
    tags: [controller],
    summary: `${label['zh-cn']} · ${label.en}`,
    ...(right !== null && { description: `Requires the right ${right}.` }),
    ...((login === 'none' || login === 'visitor') && { security: [] }),
    ...(input !== null && (method === 'POST' ? { requestBody: bodyOf(input) } : { parameters: parametersOf(input) })),
    responses: { 200: { description: 'code 1 and the data, or code 0 and the reason', ...contentOf(answer) } },
  }
}

const contentOf = (schema: Json | ObjectSchema): Json => ({ content: { 'application/json': { schema } } })
const bodyOf = (schema: ObjectSchema): Json => ({ required: (schema.required ?? []).length > 0, ...contentOf(schema) })

const parametersOf = ({ properties, required = [] }: ObjectSchema): readonly Json[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name: schema.type === 'array' ? `${name}[]` : name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))

const answer = {
  type: 'object',
  required: ['code', 'msg', 'time'],
  properties: { code: { type: 'integer' }, msg: { type: 'string' }, time: { type: 'integer' }, data: {} },
}
