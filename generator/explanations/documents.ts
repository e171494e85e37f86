/** Codes of files, keywords and names. */
import { explanation, type Explanation } from './explanation.ts'

export const documents: Readonly<Record<string, Explanation>> = {
  TW1001: explanation(
    ['每个文档都是严格的 JSON。', 'Every document is strict JSON.'],
    [
      '注释、多余的逗号和缺失的引号在各种工具中含义不同。',
      'Tools disagree about comments, spare commas and missing quotes.',
    ],
    [
      '修正所指位置的语法；说明文字写在 description 中。',
      'Mend the syntax at the place named; explanations belong in description.',
    ],
    '{ "type": "string", }',
    '{ "type": "string" }',
  ),
  TW1002: explanation(
    [
      'schemas/ 中只有位置正确且可读的文档。',
      'The folder schemas/ contains only readable documents in the expected places.',
    ],
    [
      '位置决定文档的类型和模块，放错位置的文件会被忽略。',
      'The place decides type and module of a document; a file elsewhere would be ignored.',
    ],
    [
      '把文件移到 <模块>/<名称>.json、<模块>/enums/、<模块>/overlays/ 或 <模块>/text/。',
      'Move it to <module>/<name>.json, <module>/enums/, <module>/overlays/ or <module>/text/.',
    ],
    'schemas/shop/tables/brand.json',
    'schemas/shop/brand.json',
  ),
  TW1101: explanation(
    ['每个关键字都是该位置允许的关键字。', 'Every keyword is one that the dialect allows in its place.'],
    [
      '拼错的关键字若被忽略，写下的限制就不会生效。',
      'If a misspelt keyword were ignored, what it limits would not be limited.',
    ],
    [
      '改成建议的名称；全部关键字见 generated/docs/schema-language.md。',
      'Use the name that is suggested; generated/docs/schema-language.md lists all keywords.',
    ],
    '{ "type": "string", "maxLenght": 40 }',
    '{ "type": "string", "maxLength": 40 }',
  ),
  TW1102: explanation(
    ['尚不支持的关键字会被拒绝，从不忽略。', 'A keyword that is not supported yet is refused, never ignored.'],
    ['JSON Schema 的一部分在表格和表单中没有含义。', 'Parts of JSON Schema have no meaning for tables and forms.'],
    [
      '去掉它，改用 x-checks 或 x-required 等规则表达。',
      'Remove it; rules such as x-checks or x-required express most of what it says.',
    ],
    '{ "type": "string", "contentMediaType": "text/html" }',
    '{ "type": "string", "maxLength": 4000 }',
  ),
  TW1103: explanation(
    ['没有关键字把任意文本写进生成的代码。', 'No keyword inserts arbitrary text into generated code.'],
    ['tsType 等会把 schema 的内容变成代码执行。', 'tsType and its like would turn the content of a schema into code.'],
    ['去掉它；类型由 type、format 和 enum 得出。', 'Remove it; types follow from type, format and enum.'],
    '{ "type": "string", "tsType": "Price" }',
    '{ "type": "string", "format": "decimal", "x-scale": 2 }',
  ),
  TW1104: explanation(
    ['每个关键字的值类型正确。', 'Every keyword has a value of the right type.'],
    ['类型不符的值无法可靠地解释。', 'A value of another type could only be guessed.'],
    ['按提示改成所需的类型。', 'Write a value of the type that the hint names.'],
    '{ "maxLength": "40" }',
    '{ "maxLength": 40 }',
  ),
  TW1105: explanation(
    ['必需的关键字都已给出。', 'Required keywords are present.'],
    ['没有它们就不知道表、名称或精度是什么。', 'Without them table, name or precision are unknown.'],
    ['补上所指的关键字。', 'Add the keyword that is named.'],
    '{ "type": "string", "format": "decimal" }',
    '{ "type": "string", "format": "decimal", "x-scale": 2 }',
  ),
  TW1106: explanation(
    ['每个名称和提示都有所有语言的译文。', 'Every label and message is translated into every language.'],
    ['缺少的译文会让用户看到另一种语言。', 'A missing translation shows people another language than theirs.'],
    ['补上缺少的语言。', 'Add the missing language.'],
    '"x-label": { "en": "Brand" }',
    '"x-label": { "zh-cn": "品牌", "en": "Brand" }',
  ),
  TW1107: explanation(
    ['一个对象中的成员名称各不相同。', 'The members of an object have distinct names.'],
    [
      'JSON 解析器只保留最后一个，前面的会无声地丢失。',
      'JSON keeps the last one only; the others would be lost silently.',
    ],
    ['删除或重命名其中一个。', 'Remove or rename one of them.'],
    '{ "name": { … }, "name": { … } }',
    '{ "name": { … }, "short_name": { … } }',
  ),
  TW1108: explanation(
    ['每个字段都属于一个支持的种类。', 'Every field has a supported kind.'],
    ['种类决定列、筛选、表单控件和单元格。', 'The kind decides column, filter, input and cell.'],
    [
      '小数用 x-scale；是否用 enum [0, 1]；时间用 timestamp 格式。',
      'Decimals have x-scale, yes/no is enum [0, 1], times have the format timestamp.',
    ],
    '{ "type": "number" }',
    '{ "x-scale": 2 }',
  ),
  TW1109: explanation(
    ['关键字只用在它适用的种类上。', 'A keyword is used only on kinds of fields it applies to.'],
    ['在其他种类上它没有任何作用。', 'On another kind it has no effect at all.'],
    ['去掉它，或改变字段的种类。', 'Remove it, or change the kind of the field.'],
    '{ "type": "integer", "maxLength": 4 }',
    '{ "type": "integer", "maximum": 9999 }',
  ),
  TW1201: explanation(
    [
      '文档的路径与 $id、$schema、语言和模块一致。',
      'The path of a document matches its $id, $schema, language and module.',
    ],
    ['$id 是表、路由和权限名称的来源。', 'Names of tables, routes and permissions follow from $id.'],
    ['按路径改 $id，或移动文件。', 'Write the path as $id, or move the file.'],
    'shop/brand.json: "$id": "shop/brands"',
    'shop/brand.json: "$id": "shop/brand"',
  ),
  TW1202: explanation(
    [
      '名称由小写字母、数字和下划线组成，且不超过最大长度。',
      'Names consist of lowercase letters, digits and underscores, within the maximum length.',
    ],
    ['它们成为列名和类型名，在两种数据库中都要可用。', 'They become names of columns and types, on both databases.'],
    ['按此格式重命名。', 'Rename it accordingly.'],
    '"brandName": { … }',
    '"brand_name": { … }',
  ),
  TW1203: explanation(
    ['名称没有被 SQL、TypeScript 或生成器占用。', 'No name is reserved by SQL, TypeScript or the generator.'],
    ['保留名称会与系统字段或语法冲突。', 'A reserved name would collide with fields of the system or with syntax.'],
    ['换一个名称。', 'Choose another name.'],
    '"version": { "type": "string" }',
    '"edition": { "type": "string" }',
  ),
  TW1204: explanation(
    ['表、控制器、页面和行的键名称唯一。', 'Tables, controllers, pages and the keys of a row have unique names.'],
    ['两个同名者中只有一个能被访问到。', 'Of two with one name only one could be reached.'],
    ['重命名其中一个。', 'Rename one of them.'],
    '"brand": { … }, "brand_id": { "x-relation": { … } }',
    '"brand_name": { … }, "brand_id": { "x-relation": { … } }',
  ),
  TW1205: explanation(
    [
      '旧名称已不再使用，且只由一个新名称继承其数据。',
      'A former name is no longer in use, and one successor has its values.',
    ],
    ['否则无法确定数据属于谁。', 'It would be unclear whose the values are otherwise.'],
    [
      '只在一个字段上写 x-renamedFrom，并去掉旧字段。',
      'Write x-renamedFrom on one field only, and remove the former one.',
    ],
    '"code": { … }, "number": { "x-renamedFrom": "code" }',
    '"number": { "x-renamedFrom": "code" }',
  ),
  TW1407: explanation(
    ['模块各语言的文本文件键相同。', 'The text files of a module have the same keys in every language.'],
    ['缺少的键会显示为另一种语言。', 'A missing key would be shown in another language.'],
    ['在每种语言中补上该键。', 'Add the key in every language.'],
    'text/en.json: { "title": "Stock" }\ntext/zh-cn.json: {}',
    'text/en.json: { "title": "Stock" }\ntext/zh-cn.json: { "title": "库存" }',
  ),
}
