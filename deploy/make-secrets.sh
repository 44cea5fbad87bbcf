#!/bin/sh
# Writes what compose.yaml reads: a file of settings for each container below deploy/secrets, with passwords and keys
# drawn here. Usage: sh deploy/make-secrets.sh https://localhost you@example.com
set -eu

url=${1:?"Say the https address of the site, such as https://localhost."}
admin=${2:?"Say the address of the first admin, such as you@example.com."}
folder=$(dirname "$0")/secrets

command -v openssl >/dev/null || {
  echo "This needs openssl: apt-get install openssl." >&2
  exit 1
}
# Data that is encrypted by these keys would be lost with them.
if [ -e "$folder" ]; then
  echo "$folder is there already: remove it yourself if nothing of the site is needed any more." >&2
  exit 1
fi
umask 077
mkdir "$folder"

owner=$(openssl rand -hex 24)
redis=$(openssl rand -hex 24)
store_id=GK$(openssl rand -hex 16)
store_secret=$(openssl rand -hex 32)
admin_password=$(openssl rand -hex 12)

cat >"$folder/caddy.env" <<END
PUBLIC_URL=$url
END
cat >"$folder/postgres.env" <<END
OWNER_PASSWORD=$owner
REPLICATION_PASSWORD=$(openssl rand -hex 24)
END
cat >"$folder/redis.env" <<END
REDISCLI_AUTH=$redis
END
cat >"$folder/store.env" <<END
GARAGE_RPC_SECRET=$(openssl rand -hex 32)
GARAGE_DEFAULT_BUCKET=caramelo
GARAGE_DEFAULT_ACCESS_KEY=$store_id
GARAGE_DEFAULT_SECRET_KEY=$store_secret
END
# docs/environment-settings.md says what each means. The last ten are for a trial: change them before members come.
cat >"$folder/caramelo.env" <<END
PUBLIC_URL=$url
TRUST_PROXY=10.83.83.2
DATABASE_URL=postgres://caramelo_owner:$owner@db1:5432,db2:5432/caramelo?target_session_attrs=read-write
REDIS_URL=redis://:$redis@redis:6379
DRAIN_SECONDS=15
MASTER_KEY=$(openssl rand -base64 32)
BACKUP_KEY=$(openssl rand -base64 30)
METRICS_TOKEN=$(openssl rand -hex 24)
S3_BUCKET=caramelo
S3_REGION=garage
S3_ENDPOINT=http://store:3900
S3_ACCESS_KEY_ID=$store_id
S3_SECRET_ACCESS_KEY=$store_secret
ADMIN_EMAIL=$admin
ADMIN_PASSWORD=$admin_password
SMTP_URL=smtp://mail:1025?requireTLS=false
MAIL_FROM=Caramelo <oi@caramelo.example>
SUPPORT_EMAIL=ajuda@caramelo.example
PAYMENTS=sandbox
SANDBOX_IN_PRODUCTION=on
COMPANY_NAME=Sua Empresa Ltda.
COMPANY_CNPJ=11.222.333/0001-81
COMPANY_ADDRESS=Rua, número, cidade, UF, CEP
DPO_CONTACT=privacidade@caramelo.example
END
echo "Written below $folder. Keep a copy of MASTER_KEY and BACKUP_KEY elsewhere."
echo "The first admin: $admin, $admin_password"
