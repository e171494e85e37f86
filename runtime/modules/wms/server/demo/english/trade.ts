/** English names of units, lines of business and carriers, and what is noted of goods and partners. */
import { readEntries } from './dictionary.ts'

export const trade = readEntries(`
  箱: carton, 件: item, 个: piece, 盒: box, 袋: bag, 瓶: bottle, 桶: canister, 包: pack, 支: stick, 卷: roll, 套: set
  双: pair, 台: unit, 千克: kg
  整箱出入库的包装单位: Whole cartons, 通用计件单位: Counted items of any kind
  单个销售的最小单位: Smallest unit of sale, 纸盒或塑料盒包装: Cardboard or plastic boxes, 软包装: Soft packaging
  玻璃或塑料瓶装: Glass or plastic bottles, 桶装，多用于粮油与洗涤: Canisters of oil and detergents
  纸品与文具的小包装: Small packs of paper and stationery, 笔、牙膏等条状商品: Pens and tubes
  胶带、线缆等卷装商品: Tapes and cables, 成套销售的组合商品: Goods sold as sets, 成对销售的商品: Goods sold in pairs
  电器与设备: Appliances and equipment, 称重商品，数量保留三位小数: Weighed goods with three decimals
  食品有限公司: Foods Co., 粮油贸易有限公司: Grain Trading Co., 日化有限公司: Household Products Co.
  家居用品有限公司: Homeware Co., 五金制品有限公司: Hardware Co., 文化用品有限公司: Stationery Co.
  冷链食品有限公司: Chilled Foods Co., 供应链有限公司: Supply Chain Co., 生活超市: Supermarket
  便利店: Convenience Store, 社区生鲜: Fresh Market, 食品商行: Food Store, 百货商行: General Store
  五金店: Hardware Store, 办公用品店: Office Store, 餐饮管理有限公司: Catering Co., 母婴生活馆: Baby Store
  仓储会员店: Wholesale Club
  驰岫快运: Chixiu Express, 禾速物流: Hesu Logistics, 云栈速递: Yunzhan Parcel, 远帆冷链运输: Yuanfan Cold Transport
  青驿城配: Qingyi City Delivery, 鹿行货运: Luxing Freight, 川屿航空货运: Chuanyu Air Cargo
  同辙铁路快运: Tongzhe Rail Express
  月结 30 天: Pays within 30 days, 起订量 50 箱: At least 50 cartons per order
  到货前一天电话预约: Call one day before delivery, 票货同行: Invoice travels with the goods
  只收上午到货: Receives in the morning only, 送货上门需提前预约: Book deliveries in advance
  月结客户: Monthly account, 收货需核对批次日期: Checks batch dates on receipt
  支持代收货款: Cash on delivery, 大件需提前下单: Order bulky freight in advance
  新品试销: New on trial, 促销商品: On promotion, 易碎，轻拿轻放: Fragile
  整箱发货，不拆零: Whole cartons only
  库内作业须穿防寒服，出入随手关门。: Wear cold-weather clothing; keep the door closed.
  产地直采，当季加工。: Sourced at origin and processed in season.
  专注家庭餐桌的日常好味道。: Everyday flavours for the family table.
  面向商超与便利店的休闲食品品牌。: Snacks for supermarkets and convenience stores.
  温和洁净的居家生活用品。: Gentle products for a clean home.
  简约耐用，适合每天使用。: Simple and durable for every day.
  为社区超市供应的日化与家居品牌。: Household goods for neighbourhood supermarkets.
  工程级五金工具，支持批量定制。: Professional tools; also made to order.
  面向装修与维修市场的电工五金。: Electrical hardware for builders and repairers.
  经久耐用，提供两年质保。: Built to last; with two years of warranty.
  学生与办公人群的书写伙伴。: Pens for students and offices.
  企业办公用品一站供应。: All office supplies from one source.
  讲究纸张与墨色的文具品牌。: Stationery for lovers of paper and ink.
  客户更改收货地址: The customer changed the address, 货位已满: The shelf is full
`)
