import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

// The gallery of components is for developers and never ships with the product.
const showsGallery = process.env.CARAMELO_GALLERY === "1" || process.env.NODE_ENV === "development";

// The layout around a screen is its guard: guest.tsx, public.tsx, member.tsx and, inside it, admin/layout.tsx.
export default [
  layout("routes/guest.tsx", [
    index("routes/login.tsx", { id: "home" }),
    route("login", "routes/login.tsx"),
    route("cadastro", "routes/cadastro.tsx"),
    route("sobre", "routes/sobre.tsx"),
    route("como-funciona", "routes/como-funciona.tsx"),
    route("esqueci-senha", "routes/esqueci-senha.tsx"),
    route("redefinir-senha", "routes/redefinir-senha.tsx"),
  ]),
  layout("routes/public.tsx", [
    route("obrigado", "routes/obrigado.tsx"),
    route("privacidade", "routes/privacidade.tsx"),
    route("cookies", "routes/cookies.tsx"),
    route("termos", "routes/termos.tsx"),
    route("faq", "routes/faq.tsx"),
    route("seguranca", "routes/seguranca.tsx"),
    route("confirmar-email", "routes/confirmar-email.tsx"),
  ]),
  layout("routes/member.tsx", [
    route("busca", "routes/busca.tsx"),
    route("perfil", "routes/perfil.tsx"),
    route("perfil/:id", "routes/perfil-membro.tsx"),
    route("mensagens", "routes/mensagens.tsx"),
    route("favoritos", "routes/favoritos.tsx"),
    route("visitas", "routes/visitas.tsx"),
    route("configuracoes", "routes/configuracoes.tsx"),
    route("premium", "routes/premium.tsx"),
    route("destaque", "routes/destaque.tsx"),
    route("checkout", "routes/checkout.tsx"),
    route("compras", "routes/compras.tsx"),
    route("compras/:id", "routes/recibo.tsx"),
    route("fichas", "routes/fichas.tsx"),
    layout("routes/admin/layout.tsx", [
      route("admin", "routes/admin/dashboard.tsx"),
      route("admin/usuarios", "routes/admin/users.tsx"),
      route("admin/cadastro-rapido", "routes/admin/quick-create.tsx"),
      route("admin/pedidos", "routes/admin/orders.tsx"),
      route("admin/pedidos/:id", "routes/admin/order.tsx"),
      route("admin/verificacoes", "routes/admin/verifications.tsx"),
      route("admin/denuncias", "routes/admin/reports.tsx"),
      route("admin/emails", "routes/admin/mails.tsx"),
    ]),
  ]),
  // Payment pages of our own: of the sandbox and of a Pix. They stand in a frame of the checkout and have no guard.
  route("sandbox/:token", "routes/sandbox.tsx"),
  route("pix/:token", "routes/pix.tsx"),
  ...(showsGallery ? [route("dev/componentes", "routes/dev-gallery.tsx")] : []),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
