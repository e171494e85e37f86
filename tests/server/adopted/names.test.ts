/** Unusual names, large schemas and dumps of MySQL: what comes out passes every check of schemas. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentsOf } from '../../../cli/introspecting/documents.ts'
import { loadParser, readMysqlDump } from '../../../cli/introspecting/read-mysql.ts'
import { engines } from '../../support/databases.ts'
import { createForeign, introspect, modelsOf, serveForeign } from './foreign.ts'

const unusual = `
  create table "Order Details" ("Order ID" integer not null, "select" varchar(20) not null,
    primary key ("Order ID", "select"));
  create table "group" ("id" {serial}, "version" varchar(9), "user" varchar(20), "children" integer);
  create table "类别" ("编号" {serial}, "名称" varchar(20) not null, "上级" integer references "类别" ("编号"));
  create table "Großhändler" ("Nr" {serial}, "Straße" varchar(50), "e-mail" varchar(50));
  create table "2024 sales" ("no." {serial}, "50%" numeric(5, 2), "it's" varchar(9), "a""b" varchar(9));
  create table "class" ("new" {serial}, "customer" varchar(9), "customer_id" integer references "group" ("id"));
  create table "user_name" ("id" {serial}, "UserName" varchar(9), "user_name" varchar(9), "user name" varchar(9));
  create table "User Name" ("id" {serial}, "x" varchar(9));
  insert into "Order Details" values (1, 'a; drop table x --');
  insert into "class" ("customer", "customer_id") values ('c', null);
  insert into "类别" ("名称") values ('一')`

describe.each(engines)('unusual names on $name', (engine) => {
  it('become names of the schema language, and their rows can be read and edited', async () => {
    const foreign = await createForeign(engine, unusual)
    const introspected = await introspect(foreign)
    const served = await serveForeign(engine, introspected)
    try {
      expect(introspected.notes.filter((note) => note.class === 'limited')).toEqual([])
      for (const model of served.models.filter(({ module }) => module === 'shop'))
        expect((await served.get(`${model.controller}/index`)).code, model.id).toBe(1)
      const [detail] = await served.list('shop.OrderDetails')
      expect(detail).toMatchObject({ order_id: 1, select_value: 'a; drop table x --' })
      expect(await served.post('shop.GroupRecord/add', { version_2: '1', user_value: 'eve' })).toMatchObject({
        code: 1,
      })
      expect(await foreign.rows(`select "user" from "group"`)).toEqual([{ user: 'eve' }])
      const category = served.models.find(({ adopted }) => adopted?.table === '类别')
      const added = await served.post(`${category?.controller}/add`, { field: '二', field_2: 1 })
      expect(added).toMatchObject({ code: 1 })
      expect(await foreign.rows(`select "上级" as up from "类别" where "名称" = '二'`)).toEqual([{ up: 1 }])
    } finally {
      await served.close()
      await foreign.remove()
    }
  })
})

it('keeps labels of original names, also in Chinese', async () => {
  const [engine] = engines
  if (!engine) throw new Error('no engine')
  const foreign = await createForeign(engine, unusual)
  const module = await modelsOf(await introspect(foreign))
  await foreign.remove()
  const labels = module.entities.map(({ model }) => [model.name, model.label['zh-cn'], model.label.en])
  expect(labels).toContainEqual(['order_details', '订单明细', 'Order details'])
  expect(labels).toContainEqual(['entity', '类别', '类别'])
  expect(module.entities.map(({ model }) => model.name)).toEqual(
    expect.arrayContaining([
      'user_name',
      'user_name_2',
      'class_record',
      'group_record',
      'entity_2024_sales',
      'grosshandler',
    ]),
  )
})

it('reads 600 tables that refer to each other', async () => {
  const [engine] = engines
  if (!engine) throw new Error('no engine')
  const tables = Array.from({ length: 600 }, (_table, at) => {
    const reference = at === 0 ? '' : `, parent_id integer references entity_${at - 1} (id)`
    const columns = Array.from({ length: 10 }, (_column, column) => `column_${column} varchar(40)`).join(', ')
    const own = `id {serial}, name varchar(40) not null, price numeric(10, 2)${reference}`
    return `create table entity_${at} (${own}, ${columns})`
  })
  const foreign = await createForeign(engine, `begin; ${tables.join(';')}; commit`)
  const { files, notes } = await introspect(foreign)
  await foreign.remove()
  expect([files.size, notes]).toEqual([601, []])
})

const dump = `-- MariaDB dump
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS \`customer\`;
CREATE TABLE \`customer\` (
  \`id\` int(10) unsigned NOT NULL AUTO_INCREMENT,
  \`name\` varchar(60) NOT NULL COMMENT '客户名称',
  \`kind\` enum('retail','trade; or more') NOT NULL DEFAULT 'retail',
  \`tags\` set('a','b') DEFAULT NULL,
  \`active\` tinyint(1) NOT NULL DEFAULT 1,
  \`credit\` decimal(12,2) NOT NULL DEFAULT 0.00,
  \`born\` date DEFAULT NULL,
  \`seen\` timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp(),
  \`photo\` longblob DEFAULT NULL,
  \`more\` longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL CHECK (json_valid(\`more\`)),
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`name\` (\`name\`)
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COMMENT='客户';
INSERT INTO \`customer\` VALUES (1,'CREATE TABLE evil (id int);','retail',NULL,1,0.00);
CREATE TABLE \`order\` (
  \`order_no\` char(12) NOT NULL, \`customer_id\` int(10) unsigned NOT NULL, \`placed\` datetime NOT NULL,
  PRIMARY KEY (\`order_no\`), KEY \`c\` (\`customer_id\`),
  CONSTRAINT \`fk\` FOREIGN KEY (\`customer_id\`) REFERENCES \`customer\` (\`id\`) ON DELETE CASCADE
) ENGINE=InnoDB;
CREATE TABLE broken (id int, what the parser cannot read);`

it('makes schemas of own tables from a dump of MariaDB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-dump-'))
  const file = join(folder, 'dump.sql')
  writeFileSync(file, dump)
  const database = readMysqlDump(file, await loadParser())
  const introspected = await documentsOf(database, { module: 'shop', file: null, zone: 'UTC' })
  rmSync(folder, { recursive: true })
  const limited = introspected.notes.filter((note) => note.class === 'limited')
  expect(limited.map(({ table, column }) => [table, column])).toEqual([
    ['broken', null],
    ['customer', 'photo'],
  ])
  const { entities } = await modelsOf(introspected)
  const fields = Object.fromEntries(
    entities.flatMap(({ model }) => model.fields.map((field) => [`${model.name}.${field.name}`, field])),
  )
  expect(entities.map(({ model }) => [model.name, model.label['zh-cn'], model.adopted])).toEqual([
    ['customer', '客户', undefined],
    ['order_record', '订单', undefined],
  ])
  expect(fields['customer.name']).toMatchObject({
    kind: 'text',
    maxLength: 60,
    required: true,
    label: { 'zh-cn': '客户名称' },
  })
  expect(fields['customer.kind']).toMatchObject({ kind: 'enum', default: 'retail' })
  expect(fields['customer.tags']).toMatchObject({ kind: 'set' })
  expect(fields['customer.active']).toMatchObject({ kind: 'enum', widget: 'switch', default: 1 })
  expect(fields['customer.credit']).toMatchObject({ kind: 'decimal', scale: 2, default: '0.00' })
  expect(fields['customer.seen']).toMatchObject({ kind: 'datetime', required: false, readOnly: false })
  expect(fields['order_record.customer_id']).toMatchObject({ kind: 'reference', relation: { onDelete: 'cascade' } })
  expect(fields['order_record.placed']).toMatchObject({ kind: 'datetime', required: true })
})
