import { textsOf } from '../../source/json.ts'
import { both } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'

export const menus: Rule = {
  code: 'TW1308',
  name: 'A menu lists entities of its own module, each once',
  find: ({ documents, entities, unreadable }) =>
    documents
      .filter((document) => document.file.type === 'module')
      .flatMap((document) => {
        const { module } = document.file
        const own = [...entities.values()]
          .filter((entity) => entity.document.file.module === module)
          .map((entity) => entity.document.file.name)
        const menu = textsOf(document.value['menu'])
        return menu.flatMap((name, index) => {
          const isTwice = menu.indexOf(name) < index
          if (!isTwice && (own.includes(name) || unreadable.has(`${module}/${name}.json`))) return []
          const message = isTwice
            ? both(`“${name}”在菜单中出现了两次。`, `"${name}" is listed twice in the menu.`)
            : both(`模块“${module}”没有实体“${name}”。`, `The module "${module}" has no entity "${name}".`)
          return [
            problemOf('TW1308', document, `/menu/${index}`, 'value', {
              message,
              hint: isTwice ? null : didYouMean(suggest(name, own)),
            }),
          ]
        })
      }),
}
