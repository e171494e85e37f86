/** How one name is spelt in the places it appears: type, variable, controller, page, nested object. */

/** `warehouse_area` → `WarehouseArea` */
export function pascalCase(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** `warehouse_area` → `warehouseArea` */
export function camelCase(name: string): string {
  const pascal = pascalCase(name)
  return pascal.charAt(0).toLowerCase() + pascal.slice(1)
}

/** `wms.WarehouseArea` → `wms/warehouseArea` */
export function pageOf(controller: string): string {
  const segments = controller.split('.')
  const last = segments.pop() ?? ''
  return [...segments, last.charAt(0).toLowerCase() + last.slice(1)].join('/')
}

/** Table of an entity that names none: `wms_warehouse_area`. */
export function tableOf(module: string, name: string): string {
  return `${module}_${name}`
}

/** Controller of an entity that names none: `wms.WarehouseArea`. */
export function controllerOf(module: string, name: string): string {
  return `${module}.${pascalCase(name)}`
}

/**
 * Key of the nested object a row carries for a reference: the field without `_id` in camelCase; `parent` for the
 * parent of a tree whose field has no `_id` (`pid`); `<field>Records` for a list of references.
 */
export function nestedKey(field: string, isTreeParent: boolean, isList = false): string {
  if (isList) return `${camelCase(field)}Records`

  if (field.endsWith('_id') && field.length > 3) return camelCase(field.slice(0, -3))
  return isTreeParent ? 'parent' : `${camelCase(field)}Record`
}

/**
 * Where a `$ref` of a file leads, as a path below `schemas/`; null when it leaves them or is no plain relative path.
 */
export function resolveRef(file: string, ref: string): string | null {
  if (!/^[A-Za-z0-9_./-]+$/.test(ref) || ref.startsWith('/') || ref.includes('//')) return null
  const path = file.split('/').slice(0, -1)
  for (const segment of ref.split('/')) {
    if (segment === '.') continue
    if (segment !== '..') path.push(segment)
    else if (path.pop() === undefined) return null
  }
  return path.join('/')
}
